/** One account's reports while two others have hostile pages audited as fast as the default limits permit, one attack
 *  after another. Fails if the account's reports become slow or change, or if an attack takes too long or too much memory.
 *  npm run bench:hostile -- neighbors --seconds 5 --only sitemap */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { Agent, request } from 'undici';
import { benchDatabase } from '../support/database.js';
import { addAccount } from '../support/fill.js';
import { memoryMib } from '../support/processes.js';
import { startService } from '../support/service.js';
import { localSite } from '../support/site.js';
import { ATTACKS } from './attacks.js';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    only: { type: 'string', multiple: true, default: Object.keys(ATTACKS) },
  },
});
const VICTIM_EVERY_MS = 2000;
const VICTIM_LIMIT_MS = 3000;
const SILENT_DNS_LIMIT_MS = 5000;
const ATTACK_LIMIT_MS = 25_000;
const MORE_MEMORY_MIB = 300;
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Blue shoes</title></head><body><h1>Shoes</h1>${'<p>Text of some length. <a href="/sizes">Sizes</a> <img src=a.png alt="A shoe">'.repeat(100)}</body></html>`;

interface Seen {
  readonly slowestMs: number;
  readonly findings: ReadonlySet<string>;
  readonly failures: readonly string[];
}

const attackers = fork(new URL('./site.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
const [{ port: attackPort, dnsPort }] = (await once(attackers, 'message')) as [
  { port: number; dnsPort: number },
];
const shop = await localSite((asked, response) => {
  if (asked.url === '/robots.txt') return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(asked.method === 'HEAD' ? undefined : PAGE);
});
const database = await benchDatabase();
const service = await startService({
  DATABASE_URL: database.url,
  ALLOWED_TARGETS: `${shop.target},127.0.0.1:${attackPort}`,
  DNS_SERVERS: `127.0.0.1:${dnsPort}`,
  LOG_LEVEL: 'error',
});
const pool = new pg.Pool({ connectionString: database.url, max: 2 });
const { key: victim } = await addAccount(pool, 'victim');
const agent = new Agent({ connections: 50, headersTimeout: 120_000 });

await calm(10_000);
const baseline = await watch(async () => calm(Number(options.seconds) * 1000));
console.log(
  `without an attack: slowest ${baseline.slowestMs.toFixed(0)} ms, at most ${baseline.peakMib.toFixed(0)} MiB`,
);
console.log('attack               victim ms   attacking audits: done   longest s   memory MiB');
for (const name of options.only) await under(name);
await pool.end();
await agent.close();
await service.end('SIGTERM');
shop.stop();
attackers.kill();
await database.stop();

/** Runs one attack and prints its effect on the victim. */
async function under(name: string): Promise<void> {
  const seconds = Number(options.seconds);
  await (await request(`http://127.0.0.1:${attackPort}/prepare/${encodeURIComponent(name)}`)).body.dump();
  const over = new AbortController();
  // New accounts, whose limits per minute are not used up.
  const attackers = await Promise.all(['one', 'two'].map((which) => addAccount(pool, `${name} ${which}`)));
  const attacking = attackers.map(({ key }, index) => attack(name, { key, index, signal: over.signal }));
  await sleep(2000);
  const seen = await watch(() => calm(seconds * 1000));
  over.abort();
  await Promise.all(attacking);
  const { done, longestMs } = await untilQuiet(seen.audits);
  const limit = name === 'silent DNS' ? SILENT_DNS_LIMIT_MS : VICTIM_LIMIT_MS;
  const faults = [
    ...(seen.slowestMs > limit ? ['victim too slow'] : []),
    ...(longestMs > ATTACK_LIMIT_MS ? ['attack too long'] : []),
    ...(seen.peakMib > baseline.peakMib + MORE_MEMORY_MIB ? ['too much memory'] : []),
    ...differences(seen),
  ];
  if (faults.length > 0) process.exitCode = 1;
  console.log(
    `${name.padEnd(20)} ${seen.slowestMs.toFixed(0).padStart(9)} ${String(done).padStart(24)} ${(longestMs / 1000).toFixed(1).padStart(11)} ${seen.peakMib.toFixed(0).padStart(12)}  ${faults.join(', ')}`,
  );
}

function differences({ findings, failures }: Seen): string[] {
  const other = [...findings].filter((finding) => !baseline.findings.has(finding));
  return [...failures, ...other].slice(0, 3);
}

/** The victim's reports during some time. */
async function calm(ms: number): Promise<Seen> {
  const until = performance.now() + ms;
  const findings = new Set<string>();
  const failures: string[] = [];
  let slowestMs = 0;
  for (let n = 0; performance.now() < until; n++) {
    const startedAt = performance.now();
    const { status, body } = await post(victim, `http://${shop.target}/${n}`);
    const ms = performance.now() - startedAt;
    slowestMs = Math.max(slowestMs, ms);
    if (status !== 201) failures.push(`status ${status}`);
    const { score, checks = [] } = body.data ?? {};
    findings.add(`score ${String(score)}`);
    for (const { id, outcome, reason } of checks) findings.add(`${id} ${outcome} ${String(reason)}`);
    await sleep(Math.max(0, VICTIM_EVERY_MS - ms));
  }
  return { slowestMs, findings, failures };
}

/** Creates reports as fast as the account's limits permit. */
async function attack(
  name: string,
  { key, index, signal }: { key: string; index: number; signal: AbortSignal },
): Promise<void> {
  for (let n = 0; !signal.aborted; n++) {
    const url = `http://127.0.0.1:${attackPort}/${encodeURIComponent(name)}/${index}/${n}`;
    const { status } = await post(key, url, 'respond-async');
    await sleep(status === 202 ? 100 : 2000);
  }
}

async function post(key: string, url: string, prefer = 'wait=25') {
  const response = await request(`${service.url}/api/v1/reports`, {
    method: 'POST',
    dispatcher: agent,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', prefer },
    body: JSON.stringify({ url }),
  });
  return {
    status: response.statusCode,
    body: (await response.body.json()) as { data?: { score: number | null; checks?: ShownFinding[] } },
  };
}

interface ShownFinding {
  readonly id: string;
  readonly outcome: string;
  readonly reason: string | null;
}

type Audits = Map<string, { since: number; ms: number }>;

/** Samples memory and the running audits during the work. */
async function watch(work: () => Promise<Seen>): Promise<Seen & { peakMib: number; audits: Audits }> {
  const audits: Audits = new Map();
  let peakMib = 0;
  const timer = setInterval(() => {
    peakMib = Math.max(peakMib, memoryMib(service.pid, 'now'));
    void note(audits);
  }, 250);
  const seen = await work();
  clearInterval(timer);
  return { ...seen, peakMib, audits };
}

async function note(audits: Audits): Promise<boolean> {
  const { rows } = await pool.query<{ account_id: string; report_id: string }>(
    'SELECT account_id, report_id FROM pending_audits WHERE claimed_by IS NOT NULL',
  );
  const now = performance.now();
  for (const { account_id, report_id } of rows) {
    const id = `${account_id} ${report_id}`;
    const known = audits.get(id) ?? { since: now, ms: 0 };
    audits.set(id, { ...known, ms: now - known.since });
  }
  return rows.length > 0;
}

/** Deletes the audits that are queued and waits for the others. */
async function untilQuiet(audits: Audits): Promise<{ done: number; longestMs: number }> {
  await pool.query(`DELETE FROM reports r USING pending_audits p
    WHERE r.account_id = p.account_id AND r.id = p.report_id AND p.claimed_by IS NULL`);
  for (const until = performance.now() + 120_000; performance.now() < until && (await note(audits));)
    await sleep(250);
  return { done: audits.size, longestMs: Math.max(...[...audits.values()].map(({ ms }) => ms)) };
}
