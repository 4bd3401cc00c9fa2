import { endpointFault } from '../endpoint.js';
import { BySettings } from '../../platform/http/rules/settings-rule.js';
import { Ids } from '../../platform/http/rules/ids.js';
import { ListOf, TrueOrFalse } from '../../platform/http/rules/choices.js';
import { OptionalText, RemovableText } from '../../platform/http/rules/text.js';
import { EVENT_TYPES, type EventType } from '../events/event-types.js';
import { DESCRIPTION_TEXT, MAX_WEBSITES, URL_TEXT, WEBSITES } from './create-webhook.dto.js';

export class UpdateWebhookBody {
  @BySettings(endpointFault) @OptionalText(URL_TEXT) url?: string;

  @ListOf(EVENT_TYPES, {
    description: 'All kinds of events that are to be sent.',
    example: ['report.completed'],
  })
  events?: EventType[];

  @Ids({ max: MAX_WEBSITES, description: `${WEBSITES} null: all events.` }) website_ids?: number[] | null;

  @RemovableText(DESCRIPTION_TEXT) description?: string | null;

  @TrueOrFalse({ description: 'Whether events are sent. While it is false, none are kept for later.' })
  enabled?: boolean;
}
