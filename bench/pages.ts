/** What the shared pages cost, and what others say of them: bytes and CPU of a report page with every finding; then
 *  Lighthouse and Pagegrade's own audit of each page, over TLS and HTTP/2 as behind a balancer. Chromium needed. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders } from 'node:http';
import { createSecureServer } from 'node:http2';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { generate } from 'selfsigned';
import { Agent, request } from 'undici';
import { CHECKS } from '../src/audit/registry.js';
import { reportPage } from '../src/sharing/pages/report-page.js';
import { benchDatabase } from './support/database.js';
import { everyFinding } from './support/every-finding.js';
import { freePorts, KEY, localSite, postReport } from './support/fleet.js';
import { cpuMsOf, startService } from './support/processes.js';

const RUNS = 500;
const run = promisify(execFile);

const database = await benchDatabase();
const [tlsPort = 0] = await freePorts(1);
const origin = `https://localhost:${tlsPort}`;
const site = await localSite((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Shoes</title><img src=a.png><p>Text');
});
const service = await startService({
  DATABASE_URL: database.url,
  API_KEY: KEY,
  PUBLIC_URL: origin,
  TRUSTED_PROXIES: '127.0.0.1',
  ALLOWED_TARGETS: site.target,
  LOG_LEVEL: 'warn',
});
const authorityKeys = await generate([{ name: 'commonName', value: 'Benchmark' }], {
  keyType: 'ec',
  algorithm: 'sha256',
  extensions: [{ name: 'basicConstraints', cA: true, critical: true }],
});
const certificate = await generate([{ name: 'commonName', value: 'localhost' }], {
  keyType: 'ec',
  algorithm: 'sha256',
  ca: { key: authorityKeys.private, cert: authorityKeys.cert },
  extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
});
const authority = join(database.dataDir, 'authority.pem');
await writeFile(authority, authorityKeys.cert);
const balancer = balancerTo(service.url, { key: certificate.private, cert: certificate.cert }).listen(
  tlsPort,
  '127.0.0.1',
);

try {
  await measure();
} finally {
  balancer.close();
  site.stop();
  await service.stop();
  await database.stop();
}
process.exit();

async function measure(): Promise<void> {
  const ids: number[] = [];
  for (let n = 0; n < 3; n++) {
    const { body } = await postReport(service.url, `http://${site.target}/`);
    ids.push(body.data?.id ?? 0);
  }
  const share = await shareOf(1);
  const reportUrl = `${service.url}${share}/reports/${ids[1]}`;
  await everyFindingInto(ids[2] ?? 0);

  const markup = await (await request(reportUrl)).body.text();
  const before = cpuMsOf(service.pid);
  for (let n = 0; n < RUNS; n++) await (await request(reportUrl)).body.dump();
  const servedMs = (cpuMsOf(service.pid) - before) / RUNS;
  console.log(`A report page with all ${CHECKS.length} findings failed, 20 places each:`);
  console.log(`  ${Buffer.byteLength(markup)} bytes (limit 100 000), ${gzipSync(markup).length} compressed`);
  console.log(`  rendered in ${renderMs().toFixed(2)} ms CPU (limit 10)`);
  console.log(`  served in ${servedMs.toFixed(2)} ms CPU of the process, after one round of four queries`);

  const pages = {
    home: '/',
    checks: '/docs/checks',
    check: '/docs/checks/csp',
    problem: '/problems/not-found',
    website: share,
    report: `${share}/reports/${ids[0]}`,
    comparison: `${share}/compare/${ids[0]}/${ids[1]}`,
  };
  const env = {
    ...process.env,
    NODE_EXTRA_CA_CERTS: authority,
    ALLOWED_TARGETS: `localhost:${tlsPort},${site.target}`,
  };
  console.log('\npage         Pagegrade  Lighthouse: accessibility  best practices  SEO');
  for (const [name, path] of Object.entries(pages)) {
    const own = await run(process.execPath, ['dist/cli.js', 'audit', origin + path, '--json'], { env });
    const { score, checks } = JSON.parse(own.stdout) as { score: number; checks: Finding[] };
    const other = await run('npx', ['tsx', 'page-scores.ts', origin + path], { cwd: 'bench/parity', env });
    const scores = JSON.parse(other.stdout) as { scores: number[]; failed: string[] };
    const cells = [
      name.padEnd(12),
      String(score).padStart(9),
      ...scores.scores.map((value, index) => String(value).padStart([27, 16, 5][index] ?? 0)),
    ];
    console.log(cells.join(''));
    const open = checks.filter(
      ({ outcome, importance }) => /fail|warn/.test(outcome) && importance !== 'info',
    );
    console.log(
      `             ${[...open.map(({ id, reason }) => `${id}: ${reason}`), ...scores.failed].join(', ')}`,
    );
  }
}

interface Finding {
  readonly id: string;
  readonly outcome: string;
  readonly importance: string;
  readonly reason: string;
}

function balancerTo(target: string, keys: { key: string; cert: string }) {
  const agent = new Agent({ connections: 20 });
  return createSecureServer({ ...keys, allowHTTP1: true }, (incoming, outgoing) => {
    const headers = {
      ...without(incoming.headers),
      host: `localhost:${tlsPort}`,
      'x-forwarded-proto': 'https',
    };
    request(target + incoming.url, { method: incoming.method as 'GET', headers, dispatcher: agent })
      .then(({ statusCode, headers: answered, body }) => {
        outgoing.writeHead(statusCode, without(answered));
        body.pipe(outgoing);
      })
      .catch(() => outgoing.destroy());
  });
}

/** Without what is about one connection only. */
function without(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const own = /^(:.*|connection|keep-alive|transfer-encoding)$/;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !own.test(name)));
}

/** Path of a website's page, which is public from now on. */
async function shareOf(id: number): Promise<string> {
  const { body } = await request(`${service.url}/api/v1/websites/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: '{"privacy":0}',
  });
  const { data } = (await body.json()) as { data: { share_url: string } };
  return new URL(data.share_url).pathname;
}

async function everyFindingInto(reportId: number): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('UPDATE report_details SET checks = $2 WHERE report_id = $1', [
    reportId,
    JSON.stringify(everyFinding()),
  ]);
  await client.end();
}

/** CPU of rendering alone. */
function renderMs(): number {
  const at = new Date();
  const past = Array.from({ length: 20 }, (_, n) => ({
    id: n + 1,
    status: 'completed' as const,
    score: 40 + n,
    result: 'bad' as const,
    created_at: at,
  }));
  const page: Parameters<typeof reportPage>[0] = {
    share: {
      website: {
        account_id: 1,
        id: 1,
        domain: 'example.com',
        privacy: 0,
        password_hash: null,
        share_token: 'x'.repeat(22),
        reports_count: 20,
        reports_avg_score: 50,
        created_at: at,
        updated_at: at,
      },
      address: `${origin}/s/${'x'.repeat(22)}`,
    },
    report: {
      report: {
        account_id: 1,
        id: 20,
        website_id: 1,
        url: 'https://example.com/products/leather-shoes',
        url_folded: null,
        status: 'completed',
        score: 59,
        result: 'decent',
        error_code: null,
        error_detail: null,
        created_at: at,
        updated_at: at,
        generated_at: at,
      },
      details: {
        final_url: 'https://example.com/products/leather-shoes',
        ruleset_version: 'bench',
        categories: { seo: 50, content: 50, performance: 50, security: 50, best_practice: 50 },
        gates: [{ id: 'indexable', max_score: 49 }],
        checks: everyFinding(),
        parity: null,
        facts: {},
      },
      previous: null,
      shareToken: 'x'.repeat(22),
    },
    history: past,
    earlier: {
      id: 19,
      score: 50,
      created_at: at,
      outcomes: Object.fromEntries(CHECKS.map(({ id }) => [id, 'pass'])),
    },
    resultOf: () => 'decent',
  };
  for (let n = 0; n < RUNS; n++) reportPage(page);
  const start = process.cpuUsage();
  for (let n = 0; n < RUNS; n++) reportPage(page);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000 / RUNS;
}
