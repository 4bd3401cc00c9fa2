import { type Html, html, NOTHING } from '../../platform/pages/html.js';
import { type Listing } from '../../platform/http/listing/listing.js';
import { filterForm, foundText, pagination, rowsOrNotice } from '../../presentation/list-parts.js';
import { counted } from '../../basics/quantities.js';
import { type Website } from '../../websites/website.entity.js';
import { scraped, scrapedAddress } from '../../presentation/scraped.js';
import { timeHtml } from '../../presentation/wording.js';
import {
  DELIVERY_STATUSES,
  type Delivery,
  type DeliveryStatus,
} from '../../webhooks/deliveries/delivery.entity.js';
import { type ListDeliveriesQuery } from '../../webhooks/dto/list-deliveries.dto.js';
import { type ListWebhooksQuery } from '../../webhooks/dto/list-webhooks.dto.js';
import { EVENT_TYPES } from '../../webhooks/events/event-types.js';
import { type DisabledReason, type Webhook } from '../../webhooks/webhook.entity.js';
import { isPaused, type NewWebhook } from '../../webhooks/webhook.view.js';
import { type ListQuery } from '../forms/list-query.decorator.js';
import { type Listed } from '../forms/listed.js';
import { type Refusal } from '../forms/refusal.js';
import { versionFor } from '../forms/version.js';
import { type ConsoleVisit } from '../sessions/console-visit.js';
import { confirmPage, deletionAddress } from '../pages/confirm-page.js';
import { consolePage, may, postButton, postForm } from '../pages/console-page.js';
import { addressField, choicesField, faultAbove, textField } from '../pages/form-parts.js';
import { shownOnce } from '../pages/shown-once.js';
import { shownOf } from './webhook-form.js';

const PATH = '/console/webhooks';
const FIELDS = ['url', 'description', 'events'];
const REASONS: Readonly<Record<DisabledReason, string>> = {
  gone: 'because its address answered 410 Gone',
  failing: 'because it failed for five days',
};
const STATUSES: Readonly<Record<DeliveryStatus, readonly [style: string, words: string]>> = {
  pending: ['none', 'Pending'],
  succeeded: ['good', 'Succeeded'],
  failing: ['decent', 'Failing'],
  failed: ['bad', 'Failed'],
};
const STATUS = {
  name: 'status',
  label: 'Status',
  options: [['', 'All'], ...DELIVERY_STATUSES.map((status) => [status, STATUSES[status][1]] as const)],
} as const;

export interface WebhooksPage extends ListQuery<ListWebhooksQuery> {
  readonly listing: Listing<Webhook>;
  readonly refused: Refusal | null;
}

/** All webhooks, and the form for a new one. */
export function webhooksPage(visit: ConsoleVisit, page: WebhooksPage): string {
  const { query, faults, listing, refused } = page;
  const list = { path: PATH, listing, query };
  const { rows } = listing.result;
  return consolePage(visit, {
    title: 'Webhooks',
    list,
    faults: [...faults, faultAbove(refused, FIELDS)],
    main: html`${rowsOrNotice(
      list,
      html`${foundText(list, 'webhook')}<ol class="reports">
${rows.map(
  (
    webhook,
  ) => html`<li>${stateOf(webhook)} <a href="${PATH}/${webhook.id}">${scrapedAddress(webhook.url, 200)}</a> <span class="quiet">${webhook.description ?? ''}</span></li>
`,
)}</ol>
${pagination(list)}`,
      html`<p class="notice">A webhook sends what happens, such as a finished report or a breached monitor, to an address of yours.</p>
`,
    )}${may(visit, 'webhooks:write') && newWebhookForm(visit, refused)}`,
  });
}

/** Path of a webhook's screen. */
export function pathOf({ id }: Pick<Webhook, 'id'>): string {
  return `${PATH}/${String(id)}`;
}

function stateOf({ enabled, failingSince }: Webhook): Html {
  if (!enabled) return html`<span class="pill none">Off</span>`;
  return failingSince ? html`<span class="pill bad">Failing</span>` : html`<span class="pill good">On</span>`;
}

/** Since when its attempts fail; or, of one that is off, why. */
function sinceOf({ enabled, failingSince, disabledReason }: Webhook): Html {
  const since = failingSince && timeHtml(failingSince);
  if (enabled) return html`${since && html` since ${since}`}`;
  return html`${disabledReason && ` ${REASONS[disabledReason]}`}${since && html`; its attempts had failed since ${since}`}`;
}

function newWebhookForm(visit: ConsoleVisit, refused: Refusal | null): Html {
  const start = { url: '', description: null, events: EVENT_TYPES };
  return html`<h2>New webhook</h2>
${postForm(
  visit,
  { action: PATH, style: 'panel', isOnce: true },
  html`${webhookFields(start, refused)}<button>Create</button>
`,
)}`;
}

/** The websites that a webhook is about, if not about all. */
export interface WebsiteLimit {
  /** Those that are named. */
  readonly named: readonly Pick<Website, 'id' | 'domain'>[];
  readonly count: number;
}

function limitText({ named, count }: WebsiteLimit): Html {
  const others = count - named.length;
  const links = named.map(
    ({ id, domain }, index) =>
      html`${index > 0 && (others === 0 && index === named.length - 1 ? ' and ' : ', ')}<a href="/console/websites/${id}">${domain}</a>`,
  );
  const rest = counted(others, named.length > 0 ? 'other website' : 'website');
  return html`Only about ${links}${others > 0 && `${named.length > 0 ? ' and ' : ''}${rest}`}.`;
}

export interface EditWebhookPage {
  readonly webhook: Webhook;
  readonly limit: WebsiteLimit | null;
  readonly refused: Refusal | null;
}

/** The form that changes a webhook. */
export function editWebhookPage(visit: ConsoleVisit, { webhook, limit, refused }: EditWebhookPage): string {
  const path = pathOf(webhook);
  const title = `Edit webhook ${String(webhook.id)}`;
  return consolePage(visit, {
    title,
    faults: [faultAbove(refused, FIELDS)],
    heading: html`<p class="crumbs"><a href="${PATH}">Webhooks</a> / <a href="${path}">Webhook ${webhook.id}</a> / Edit</p>
<h1>${title}</h1>
`,
    main: html`${postForm(
      visit,
      { action: `${path}/edit`, style: 'panel', version: versionFor(shownOf(webhook), refused) },
      html`${webhookFields(webhook, refused)}<button>Save</button>
`,
    )}${
      limit &&
      html`<p>${limitText(limit)} This form leaves that as it is.</p>
`
    }<p><a href="${path}">Leave it as it is</a></p>
`,
  });
}

function webhookFields(
  { url, description, events }: Pick<Webhook, 'url' | 'description'> & { readonly events: readonly string[] },
  refused: Refusal | null,
): Html {
  return html`${addressField({ name: 'url', label: 'Address that receives the events', value: url, refused })}${textField(
    {
      ...{ name: 'description', label: 'Description', value: description ?? '', refused },
      attributes: html` maxlength="255"`,
    },
  )}${choicesField({
    ...{ name: 'events', label: 'Events', type: 'checkbox', refused },
    options: EVENT_TYPES.map((type) => [type, type]),
    chosen: events,
  })}`;
}

/** A webhook that was just created: its secret is shown this once. */
export function newWebhookPage(visit: ConsoleVisit, { webhook, secret }: NewWebhook): string {
  return secretPage(visit, { title: 'New webhook', webhook, secret, overlap: NOTHING });
}

/** A webhook with a new secret, which is shown this once. */
export function rotatedWebhookPage(visit: ConsoleVisit, { webhook, secret }: NewWebhook): string {
  const { previousSecretUntil: until } = webhook;
  const overlap = html`${
    until &&
    html`<p>Until ${timeHtml(until)}, its requests are signed with the secret before as well.</p>
`
  }`;
  return secretPage(visit, {
    title: `New secret of webhook ${String(webhook.id)}`,
    webhook,
    secret,
    overlap,
  });
}

interface SecretPage extends NewWebhook {
  readonly title: string;
  readonly overlap: Html;
}

function secretPage(visit: ConsoleVisit, { title, webhook, secret, overlap }: SecretPage): string {
  return consolePage(visit, {
    title,
    main: html`${shownOnce(
      secret,
      html`Its requests are signed with this secret. Copy it now: it is shown only once.`,
      html`Its secret was made before, and shown then. If it was not copied, <a href="${pathOf(webhook)}/rotate-secret">make a new one</a>.`,
    )}${overlap}<p><a href="${PATH}/${webhook.id}">${scrapedAddress(webhook.url, 200)}</a></p>
`,
  });
}

/** With its deliveries. */
export interface WebhookPage extends Listed<ListDeliveriesQuery, Delivery> {
  readonly webhook: Webhook;
  readonly limit: WebsiteLimit | null;
  readonly refused: Refusal | null;
}

/** A webhook and its deliveries, newest first, to be sent again. */
export function webhookPage(visit: ConsoleVisit, page: WebhookPage): string {
  const { webhook, limit, listing, query, faults, refused } = page;
  const path = pathOf(webhook);
  const list = { path, listing, query };
  return consolePage(visit, {
    title: `Webhook ${String(webhook.id)}`,
    list,
    faults: [...faults, faultAbove(refused, [])],
    heading: html`<p class="crumbs"><a href="${PATH}">Webhooks</a> / Webhook ${webhook.id}</p>
<h1>${scrapedAddress(webhook.url, 400)}</h1>
<p>${stateOf(webhook)}${sinceOf(webhook)}${isPaused(webhook) && html`, paused until ${timeHtml(webhook.pausedUntil)} as its receiver asked`} <span class="quiet">${webhook.events.join(', ')}</span></p>
${
  webhook.description !== null &&
  html`<p>${webhook.description}</p>
`
}${
      limit &&
      html`<p>${limitText(limit)}</p>
`
    }`,
    main: html`${may(visit, 'webhooks:write') && actionsOf(visit, webhook, path)}<h2 id="deliveries">Deliveries</h2>
${filterForm(list, { choices: [STATUS] })}${foundText(list, 'event')}${rowsOrNotice(
      list,
      html`<ol class="reports">
${listing.result.rows.map((delivery) => deliveryRow(visit, delivery))}</ol>
`,
      html`<p class="notice">${query.status === undefined ? 'No events yet.' : 'No events have this status.'}</p>
`,
    )}${pagination(list)}`,
  });
}

function actionsOf(visit: ConsoleVisit, { enabled }: Webhook, path: string): Html {
  const button = (action: string, words: string) =>
    postButton(visit, { action: `${path}/${action}`, words, isOnce: true });
  return html`<div class="actions">${button('test', 'Send a test')}${enabled ? button('disable', 'Turn off') : button('enable', 'Turn on')}<a href="${path}/rotate-secret">New secret</a><a href="${path}/edit">Edit</a><a href="${deletionAddress(visit, path)}">Delete this webhook</a></div>
`;
}

function deliveryRow(
  visit: ConsoleVisit,
  { id, webhookId, type, status, attempts, createdAt, nextAttemptAt }: Delivery,
): Html {
  const [style, words] = STATUSES[status];
  const error = attempts.at(-1)?.error?.detail ?? null;
  const reason = status === 'failed' && attempts.length === 0 ? 'Not sent: the webhook was off.' : error;
  const next = status === 'failing' && nextAttemptAt;
  const again =
    may(visit, 'webhooks:write') &&
    postButton(visit, {
      action: `${pathOf({ id: webhookId })}/deliveries/${String(id)}/replay`,
      ...{ words: 'Send again', style: 'plain', label: `Send again, event ${String(id)}` },
    });
  return html`<li><span class="pill ${style}">${words}</span> <span>${type}, ${timeHtml(createdAt)}${next && html`, tried again ${timeHtml(next)}`}${reason !== null && html`<br><span class="about">${scraped(reason)}</span>`}</span> <span class="quiet">${again}</span></li>
`;
}

export function rotateWebhookPage(visit: ConsoleVisit, webhook: Webhook): string {
  return confirmPage(visit, {
    title: `Make a new secret for webhook ${String(webhook.id)}?`,
    consequence: html`It is shown once. Events for ${scrapedAddress(webhook.url, 400)} are signed with both secrets for 24 hours, then with the new one alone.`,
    path: pathOf(webhook),
    action: 'rotate-secret',
    words: 'Make a new secret',
    keep: 'Keep the secret',
    isOnce: true,
  });
}

export function deleteWebhookPage(visit: ConsoleVisit, webhook: Webhook): string {
  return confirmPage(visit, {
    title: `Delete webhook ${String(webhook.id)}?`,
    consequence: html`Nothing is sent to ${scrapedAddress(webhook.url, 400)} any more, and its deliveries go.`,
    path: pathOf(webhook),
  });
}
