import { type DomainError } from '../../platform/errors/domain-error.js';
import { type ProblemCode } from '../../platform/errors/problems.js';
import { LastCrawlOpen } from '../../crawls/crawl-errors.js';
import { KeyExpired } from '../../keys/key-errors.js';
import { MonitorExists } from '../../monitors/monitor-errors.js';
import { type Monitor } from '../../monitors/monitor.entity.js';
import { type Html, html } from '../../platform/pages/html.js';
import { scrapedAddress } from '../../presentation/scraped.js';
import { WebhookDisabled } from '../../webhooks/webhook-errors.js';

/** In place of sentences that speak of requests, headers and parameters. */
const SENTENCES: Partial<Record<ProblemCode, string>> = {
  unauthenticated: 'This is no API key. Copy it again, without white space.',
  invalid_token: 'The API key is unknown, expired or revoked. Check that it is complete, or use another one.',
  not_found: 'There is nothing at this address. It has been deleted, or the address is incomplete.',
  payload_too_large: 'What was sent is too large. Choose a smaller file, or enter less text.',
  rendering_unavailable:
    'Rendering needs a browser, and no process of this service has one. Ask the operator to install one.',
};

/** What an error says to people. */
export function sentenceOf(error: DomainError): Html | string {
  if (error instanceof MonitorExists) return existingMonitor(error.monitor);
  if (error instanceof LastCrawlOpen)
    return html`The last crawl is not over yet. <a href="/console/crawls/${error.id}">Wait for it, or cancel it there</a>.`;
  if (error instanceof KeyExpired)
    return 'The key has expired. Create a new one, or let this one work longer first, with Edit.';
  if (error instanceof WebhookDisabled) return 'The webhook is off. Turn it on first.';
  if (error.code === 'report_not_completed' && error.retryAfterS !== null)
    return 'One of the reports is not complete yet. Reload this page in a few seconds.';
  return SENTENCES[error.code] ?? error.message;
}

function existingMonitor({ id, name, url }: Monitor): Html {
  return html`A monitor with this address and schedule exists already: <a href="/console/monitors/${id}">${name ?? scrapedAddress(url, 200)}</a>. Edit that one, or choose another address or schedule.`;
}
