import { type Type } from '@nestjs/common';
import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import { SENT_TYPES, type SentType } from './event-types.js';
import { MAX_ATTEMPTS } from '../deliveries/retry-schedule.js';

type Components = NonNullable<OpenAPIObject['components']>;
type Schema = NonNullable<Components['schemas']>[string];
type Parameter = NonNullable<Components['parameters']>[string];
type Section = NonNullable<OpenAPIObject['webhooks']>;

export interface EventSummary {
  /** When the event is sent. */
  readonly summary: string;
  readonly description?: string;
}

/** A kind of event, as the document has it. */
export interface DocumentedEvent extends EventSummary {
  readonly type: SentType;
  /** Of its data. */
  readonly view: Type;
}

const ID = 'evt_5f0c3a7be2c94a1f8d6f5e1b7a90c2d4';
const SPECIFICATION =
  'https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md';

const HEADERS: Readonly<Record<string, Parameter>> = Object.fromEntries([
  header('webhook-id', 'The id of the event: the same in all attempts and replays.', ID),
  header('webhook-timestamp', 'Unix time of the attempt in seconds.', '1795417230'),
  header(
    'webhook-signature',
    `By Standard Webhooks: one signature, or two separated by a space for a day after the secret was rotated. ${SPECIFICATION}`,
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
]);

const RESPONSES = {
  '2XX': { description: 'Delivered.' },
  '410': { description: 'Disables the webhook.' },
  default: {
    description:
      'Not delivered: any other status, redirects included, or no response within 15 s. The event is sent again, up to ' +
      `${String(MAX_ATTEMPTS - 1)} times in about three days. Retry-After is respected.`,
  },
};

/** Adds a request for each kind of event, in the order of the list of types. */
export function withEvents(
  document: OpenAPIObject,
  documented: ReadonlyMap<SentType, DocumentedEvent>,
): OpenAPIObject {
  const events = SENT_TYPES.flatMap((type) => documented.get(type) ?? []);
  const schemas = Object.fromEntries(events.map((event) => [schemaNameOf(event), schemaOf(event)]));
  const { components } = document;
  return {
    ...document,
    webhooks: Object.fromEntries(events.map((event) => [event.type, { post: requestOf(event) }])),
    components: {
      ...components,
      schemas: { ...components?.schemas, ...schemas },
      parameters: { ...components?.parameters, ...HEADERS },
    },
  };
}

function requestOf(event: DocumentedEvent): NonNullable<Section[string]['post']> {
  const { summary, description } = event;
  const name = schemaNameOf(event);
  return {
    operationId: `receive${name}`,
    summary,
    ...(description !== undefined && { description }),
    // The signature authenticates the sender.
    security: [],
    parameters: Object.keys(HEADERS).map((header) => ({ $ref: `#/components/parameters/${header}` })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
    },
    responses: RESPONSES,
  };
}

function schemaOf({ type, view }: DocumentedEvent): Schema {
  return {
    type: 'object',
    required: ['id', 'type', 'timestamp', 'data'],
    properties: {
      id: {
        type: 'string',
        pattern: '^evt_[0-9a-f]{32}$',
        maxLength: 36,
        description: 'The same in all attempts and replays: the header webhook-id.',
        example: ID,
      },
      type: { type: 'string', enum: [type] },
      timestamp: {
        type: 'string',
        format: 'date-time',
        minLength: 24,
        maxLength: 24,
        description: 'When it happened.',
        example: '2026-11-20T15:23:29.123Z',
      },
      data: { $ref: getSchemaPath(view) },
    },
  };
}

/** `report.completed` is a `ReportCompletedEvent`. */
function schemaNameOf({ type }: DocumentedEvent): string {
  const words = type.split('.').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Event`;
}

function header(name: string, description: string, example: string): [string, Parameter] {
  const schema = { type: 'string', maxLength: 1000, example } as const;
  return [name, { name, in: 'header', required: true, description, schema }];
}
