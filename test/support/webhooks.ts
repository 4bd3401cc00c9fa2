import { type Response } from 'supertest';
import { type Account, startApp, type TestApp } from './app.js';
import { eventually } from './eventually.js';
import { type Receiver, startReceiver } from './receiver.js';

export const WEBHOOKS = '/api/v1/webhooks';
/** An endpoint to which nothing is sent. */
export const ENDPOINT_URL = 'https://hooks.example.com/pagegrade';

export async function createdWebhook(by: Account, fields: object = {}) {
  const body = { url: ENDPOINT_URL, ...fields };
  return (await by.call('post', WEBHOOKS).send(body).expect(201)).body.data;
}

/** The application, and an endpoint that receives its events. */
export interface WebhookApp extends TestApp {
  readonly receiver: Receiver;
  /** How the endpoint responds to its n-th request; 204 by default. */
  statusOf: (count: number) => number;
  headersOf: Record<string, string>;
  /** Has the endpoint hold its responses back.
   *  @returns sends them */
  holdResponses(): () => void;
  /** A webhook of the owner that sends to the receiver. */
  newWebhook(fields?: object): Promise<{ id: number; secret: string }>;
  deliveriesOf(id: number, query?: string): Promise<Response['body'][]>;
  /** The delivery of the last event, as soon as it has this status. */
  lastDelivery(id: number, status: string): Promise<Response['body']>;
  /** Forgets what was received and disables all webhooks. */
  reset(): Promise<void>;
}

export async function startWebhookApp(settings: Record<string, string> = {}): Promise<WebhookApp> {
  let held: (() => void)[] | null = null;
  const receiver = await startReceiver((response, count) => {
    const respond = () => response.writeHead(test.statusOf(count), test.headersOf).end();
    if (held) held.push(respond);
    else respond();
  });
  const targets = [receiver.target, settings.ALLOWED_TARGETS].filter((target) => target !== undefined);
  const app = await startApp({ ...settings, ALLOWED_TARGETS: targets.join(',') });
  receiver.holdAgainst(app.app);
  const test: WebhookApp = {
    ...app,
    receiver,
    statusOf: () => 204,
    headersOf: {},
    holdResponses: () => {
      const responses = (held = [] as (() => void)[]);
      return () => {
        held = null;
        for (const respond of responses) respond();
      };
    },
    newWebhook: (fields) => createdWebhook(app.owner, { url: receiver.url, ...fields }),
    deliveriesOf: async (id, query = '') =>
      (await app.owner.call('get', `${WEBHOOKS}/${String(id)}/deliveries${query}`).expect(200)).body.data,
    lastDelivery: (id, status) =>
      eventually(async () => {
        const [delivery] = await test.deliveriesOf(id);
        return delivery?.status === status ? delivery : null;
      }),
    reset: async () => {
      await app.database.query('UPDATE webhooks SET enabled = false');
      receiver.received.length = 0;
      test.statusOf = () => 204;
      test.headersOf = {};
    },
    close: async () => {
      await app.close();
      await receiver.close();
    },
  };
  return test;
}
