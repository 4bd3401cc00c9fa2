import { freshDatabase, type TestDatabase } from './database.js';
import { type Service, startService } from './service.js';
import { ordinaryAnswer, type StrangerSite, strangerSite } from './website.js';

const KEY = 'workshop-test-key';
const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };

interface Report {
  readonly data: {
    readonly id: number;
    readonly status: string;
    readonly score: number | null;
    readonly error: { readonly code: string } | null;
  };
}

/** Processes of an API and of workers, their database, and a site whose pages they audit. */
export interface Workshop {
  readonly database: TestDatabase;
  readonly site: StrangerSite;
  /** Of a request with the key and a body. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the site does for each path; the ordinary page unless told. */
  readonly routes: Map<string, () => void | Promise<void>>;
  start(role: string, settings?: Record<string, string>): Promise<Service>;
  /** Stores a report of a page of the site.
   *  @param options.key of another account than that of all other requests */
  post(
    api: Service,
    path: string,
    options?: { prefer?: string; key?: string },
  ): Promise<Report & { readonly status: number }>;
  /** @param waitSeconds for the report to end */
  reportOf(api: Service, id: number, waitSeconds: number): Promise<Report>;
  close(): Promise<void>;
}

export async function openWorkshop(): Promise<Workshop> {
  const database = await freshDatabase();
  const routes: Workshop['routes'] = new Map();
  const services: Service[] = [];
  const site = await strangerSite((request, response) => {
    void Promise.resolve(routes.get(request.url ?? '')?.()).then(() => {
      ordinaryAnswer(request, response);
    });
  });
  return {
    ...{ database, site, headers, routes, reportOf },
    start: async (role, settings = {}) => {
      const service = await startService({
        ROLE: role,
        DATABASE_URL: database.url,
        API_KEY: KEY,
        ALLOWED_TARGETS: site.target,
        CREATE_LIMIT: '0',
        RATE_LIMIT: '0',
        ...settings,
      });
      services.push(service);
      return service;
    },
    post: (api, path, options) => post(api, site.origin + path, options),
    close: async () => {
      await Promise.all(services.map(kill));
      await site.close();
      await database.drop();
    },
  };
}

/** Ends a process as a power cut would. */
export async function kill({ process: child, ended }: Service): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}

async function post(api: Service, url: string, { prefer = 'respond-async', key = KEY } = {}) {
  const response = await fetch(`${api.url}/api/v1/reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', prefer },
    body: JSON.stringify({ url }),
  });
  return { status: response.status, ...((await response.json()) as Report) };
}

async function reportOf(api: Service, id: number, waitSeconds: number): Promise<Report> {
  const response = await fetch(`${api.url}/api/v1/reports/${String(id)}`, {
    headers: { authorization: `Bearer ${KEY}`, prefer: `wait=${String(waitSeconds)}` },
  });
  return (await response.json()) as Report;
}
