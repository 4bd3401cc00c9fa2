import { type Type } from '@nestjs/common';
import { extendDocument } from '../../platform/http/openapi/extensions.js';
import { type DocumentedEvent, type EventSummary, withEvents } from './event-docs.js';
import { type SentType } from './event-types.js';

const documented = new Map<SentType, DocumentedEvent>();

/** Documents events whose data are this view. A view may be that of several types.
 *  @throws Error if another view is that of the type */
export function ApiEvent(type: SentType, summary: EventSummary): (view: Type) => void {
  return (view) => {
    if (documented.has(type)) throw new Error(`${type} has a view already.`);
    documented.set(type, { type, view, ...summary });
  };
}

extendDocument({
  views: () => [...new Set([...documented.values()].map(({ view }) => view))],
  extend: (document) => withEvents(document, documented),
});
