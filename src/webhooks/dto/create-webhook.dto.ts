import { endpointFault } from '../endpoint.js';
import { BySettings } from '../../platform/http/rules/settings-rule.js';
import { Ids } from '../../platform/http/rules/ids.js';
import { ListOf, TrueOrFalse } from '../../platform/http/rules/choices.js';
import { RemovableText, RequiredText } from '../../platform/http/rules/text.js';
import { EVENT_TYPES, type EventType } from '../events/event-types.js';

export const URL_TEXT = {
  maxLength: 2048,
  description:
    'Absolute https URL of your endpoint: a public domain name, port 443 or 80, no credentials. Other ports only if the ' +
    'setting ALLOWED_PORTS or, as other hosts and http, ALLOWED_TARGETS lists them.',
  example: 'https://hooks.example.com/pagegrade',
};
export const DESCRIPTION_TEXT = {
  maxLength: 255,
  description: 'For people.',
  example: 'Alerts',
  isLabel: true,
};
export const MAX_WEBSITES = 100;
export const WEBSITES =
  'Ids of websites: only events about them are sent. Events about no website, such as key.expiring, are not sent then.';

export class CreateWebhookBody {
  @BySettings(endpointFault) @RequiredText(URL_TEXT) url!: string;

  @ListOf(EVENT_TYPES, {
    description: 'The kinds of events to send. Default: all.',
    example: ['report.completed'],
  })
  events: EventType[] = [...EVENT_TYPES];

  @Ids({ max: MAX_WEBSITES, description: `${WEBSITES} Default: all events.` }) website_ids: number[] | null =
    null;

  @RemovableText(DESCRIPTION_TEXT) description: string | null = null;

  @TrueOrFalse({ description: 'Whether events are sent.', default: true }) enabled = true;
}
