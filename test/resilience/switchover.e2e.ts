import { setTimeout as sleep } from 'node:timers/promises';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { rounds } from '../support/rounds.js';
import { type Service, startService } from '../support/service.js';
import { switchOver } from '../support/switchover.js';
import { ordinaryAnswer, type StrangerSite, strangerSite } from '../support/website.js';

const ROUNDS = rounds(3);
const KEY = 'switchover-test-key';
const headers = {
  authorization: `Bearer ${KEY}`,
  'content-type': 'application/json',
  prefer: 'respond-async',
};

let database: TestDatabase;
let site: StrangerSite;
const services: Service[] = [];

beforeEach(async () => {
  database = await freshDatabase();
  // Slow enough that audits are always under way.
  site = await strangerSite((request, response) => {
    void sleep(100 + Math.random() * 200).then(() => {
      ordinaryAnswer(request, response);
    });
  });
});

afterEach(async () => {
  for (const { process: child, ended } of services.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  await site.close();
  await database.drop();
});

async function start(role: string): Promise<Service> {
  const service = await startService({
    ROLE: role,
    DATABASE_URL: database.url,
    API_KEY: KEY,
    ALLOWED_TARGETS: site.target,
    ACCOUNT_CONCURRENCY: '20',
    HOST_CONCURRENCY: '20',
    CREATE_LIMIT: '0',
    RATE_LIMIT: '0',
    LOG_LEVEL: 'warn',
  });
  services.push(service);
  return service;
}

async function post({ url }: Service, path: string) {
  const body = JSON.stringify({ url: site.origin + path });
  const response = await fetch(`${url}/api/v1/reports`, { method: 'POST', headers, body });
  const { data } = (await response.json()) as { data?: { id: number } };
  return { status: response.status, retryAfter: response.headers.get('retry-after'), id: data?.id ?? null };
}

async function list({ url }: Service) {
  const response = await fetch(`${url}/api/v1/reports`, { headers });
  await response.arrayBuffer();
  return { status: response.status, retryAfter: response.headers.get('retry-after'), id: null };
}

/** Reports that a load stores, however slow the machine is. */
const ENOUGH = 100;

/** Sends a report and a list every 50 ms until told to stop. */
function loadOn(api: Service) {
  const answers: Promise<Awaited<ReturnType<typeof post>>>[] = [];
  const stop = new AbortController();
  let accepted = 0;
  const sending = (async () => {
    for (let n = 0; !stop.signal.aborted; n++) {
      const sent = [post(api, `/${String(n)}`), list(api)];
      answers.push(...sent);
      sent[0]?.then(
        ({ id }) => (accepted += id === null ? 0 : 1),
        () => undefined,
      );
      // A request that fails must fail this test, and no other.
      void Promise.allSettled(sent);
      await sleep(50);
    }
  })();
  return {
    isEnough: () => accepted >= ENOUGH,
    stop: async () => {
      stop.abort();
      await sending;
    },
    answers: () => Promise.all(answers),
  };
}

async function openReports(): Promise<number> {
  const [row] = await database.query<{ open: number }>('SELECT count(*)::int AS open FROM pending_audits');
  return row?.open ?? -1;
}

describe('switchovers under load', () => {
  it(
    'are answered with 503 alone, lose nothing, and leave every process working and ready to end',
    async () => {
      const api = await start('api');
      const workers = [await start('worker'), await start('worker')];
      const load = loadOn(api);
      await sleep(1000);
      try {
        for (let round = 0; round < ROUNDS; round++) {
          await switchOver(database, 3000);
          await sleep(3000);
        }
        while (!load.isEnough()) await sleep(100);
      } finally {
        await load.stop();
      }
      const answers = await load.answers();

      const refused = answers.filter(({ status }) => status >= 400);
      expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
      expect(refused.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true);
      const accepted = answers.flatMap(({ id }) => (id === null ? [] : [id]));
      expect(accepted.length).toBeGreaterThanOrEqual(ENOUGH);

      for (const deadline = Date.now() + 60_000; Date.now() < deadline && (await openReports()) > 0;)
        await sleep(250);
      const rows = await database.query<{ id: string; status: string }>('SELECT id, status FROM reports');
      const completed = new Set(
        rows.filter(({ status }) => status === 'completed').map(({ id }) => Number(id)),
      );
      expect(accepted.filter((id) => !completed.has(id))).toEqual([]);
      expect(rows.every(({ status }) => status === 'completed')).toBe(true);

      // Each worker still takes work, also alone.
      for (const worker of workers) {
        const { id } = await post(api, '/after');
        const report = await fetch(`${api.url}/api/v1/reports/${String(id)}`, {
          headers: { ...headers, prefer: 'wait=20' },
        });
        expect(await report.json()).toMatchObject({ data: { status: 'completed' } });
        worker.process.kill('SIGTERM');
        await worker.endedWell();
      }
      api.process.kill('SIGTERM');
      await api.endedWell();
    },
    120_000 + ROUNDS * 20_000,
  );
});
