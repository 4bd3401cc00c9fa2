/** Kinds of events that a webhook can subscribe to. */
export const EVENT_TYPES = [
  'report.completed',
  'report.failed',
  'monitor.breached',
  'monitor.recovered',
  'monitor.paused',
  'crawl.completed',
  'webhook.disabled',
  'key.expiring',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** Sent on request, whatever a webhook subscribes to. */
export const TEST_TYPE = 'webhook.test';

/** All that a webhook may receive. */
export const SENT_TYPES = [...EVENT_TYPES, TEST_TYPE] as const;

export type SentType = (typeof SENT_TYPES)[number];
