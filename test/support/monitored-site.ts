import { type Response } from 'supertest';
import { type TestApp, startApp } from './app.js';
import { createdMonitor, MONITORS } from './monitors.js';
import { type Receiver, startReceiver } from './receiver.js';
import { ORDINARY_PAGE, strangerSite, type StrangerSite } from './website.js';

/** The application, a site that it monitors, and an endpoint that receives the events of monitors. */
export interface MonitoredSite extends TestApp {
  readonly site: StrangerSite;
  readonly receiver: Receiver;
  /** The page of the site, for each request. */
  page: () => Promise<string>;
  /** HTTP status of its pages. */
  status: number;
  /** Whether the site resets all connections. */
  isDown: boolean;
  /** A monitor of the site's start page. */
  newMonitor(fields?: object): Promise<Response['body']>;
  shown(id: number): Promise<Response['body']>;
  /** Runs a monitor, and waits for its report.
   *  @returns the id of the report */
  run(id: number): Promise<number>;
  scoreOf(reportId: number): Promise<number>;
  /** The types of the events that were received. */
  told(): string[];
  /** Deletes all monitors and websites; the site is up and has its first page again. */
  reset(): Promise<void>;
}

export async function startMonitoredSite(settings: Record<string, string> = {}): Promise<MonitoredSite> {
  const receiver = await startReceiver();
  const site = await strangerSite((request, response) => {
    if (test.isDown) {
      request.socket.destroy();
      return;
    }
    const isPage = request.url === '/' || request.url?.startsWith('/page');
    void test
      .page()
      .then((html) =>
        response.writeHead(isPage ? test.status : 404, { 'content-type': 'text/html' }).end(html),
      );
  });
  const app = await startApp({ ...settings, ALLOWED_TARGETS: `${receiver.target},${site.target}` });
  receiver.holdAgainst(app.app);
  const events = ['monitor.breached', 'monitor.recovered', 'monitor.paused'];
  await app.owner.call('post', '/api/v1/webhooks').send({ url: receiver.url, events }).expect(201);
  const reportOf = (id: number) => app.owner.call('get', `/api/v1/reports/${String(id)}`);
  const test: MonitoredSite = {
    ...app,
    site,
    receiver,
    page: () => Promise.resolve(ORDINARY_PAGE),
    status: 200,
    isDown: false,
    newMonitor: (fields) => createdMonitor(app.owner, { url: `${site.origin}/`, render: 'never', ...fields }),
    shown: async (id) => (await app.owner.call('get', `${MONITORS}/${String(id)}`).expect(200)).body.data,
    run: async (id) => {
      const { body, headers } = await app.owner.call('post', `${MONITORS}/${String(id)}/run`).expect(202);
      expect(headers.location).toBe(`${app.url}/api/v1/reports/${String(body.data.id)}`);
      await reportOf(body.data.id).set('Prefer', 'wait=20').expect(200);
      return body.data.id;
    },
    scoreOf: async (reportId) => (await reportOf(reportId).expect(200)).body.data.score,
    told: () => receiver.received.map(({ event }) => event.type),
    reset: async () => {
      await app.database.query('DELETE FROM monitors');
      await app.database.query('DELETE FROM websites');
      receiver.received.length = 0;
      test.page = () => Promise.resolve(ORDINARY_PAGE);
      test.status = 200;
      test.isDown = false;
    },
    close: async () => {
      await app.close();
      await site.close();
      await receiver.close();
    },
  };
  return test;
}
