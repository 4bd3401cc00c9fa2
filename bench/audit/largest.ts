/** CPU and memory of one audit of pages at the limits: the least old generation of V8 with which a thread completes it.
 *  npm run bench:audit -- largest --only text */
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { DEFAULT_LIMITS } from '../../src/engine/audit/limits.js';
import { type PageBytes } from '../../src/engine/grading/audit-page.js';
import { forgetHeapFlags } from '../../src/engine/grading/thread-pool.js';

/** The limits of the product's thread for large documents, its old generation aside. */
const LIMITS = { maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };
const MOST_MB = 512;
const STEP_MB = 16;
const ENTRY = new URL('../../dist/engine/grading/audit-page.js', import.meta.url).href;
const CODE = `
  const { parentPort } = require('node:worker_threads');
  import(${JSON.stringify(ENTRY)}).then(({ auditPage }) => {
    parentPort.once('message', (page) => parentPort.postMessage(auditPage(page, () => undefined) !== null));
    parentPort.postMessage('ready');
  });`;

const BODY = '<!doctype html><title>A page</title><body>';

const LARGEST_PAGES: Readonly<Record<string, () => string>> = {
  '120 000 plain elements': () => BODY + '<p>plain element</p>'.repeat(120_000),
  '499 000 elements in 10 MiB': () =>
    BODY + `<p>${'text '.repeat(4).slice(0, 18)}`.repeat(499_000).slice(0, 10_485_000),
  '10 MiB of text': () => BODY + 'text '.repeat(2_097_000),
  '10 MiB in one attribute': () => `${BODY}<p title="${'text '.repeat(2_097_000)}">`,
  '100 000 policies': () =>
    `<head>${`<meta http-equiv=content-security-policy content="default-src 'self'">`.repeat(100_000)}`,
  '150 000 alternates': () =>
    `<head>${'<link rel=alternate hreflang=en href=https://a.example/>'.repeat(150_000)}`,
  '100 000 anchors': () => BODY + Array.from({ length: 100_000 }, (_, n) => `<a href=/${n}>x</a>`).join(''),
};

const { values: options } = parseArgs({ options: { only: { type: 'string', default: '' } } });
forgetHeapFlags();
console.log('page                            bytes  CPU ms  least old generation, MiB');
for (const [name, make] of Object.entries(LARGEST_PAGES)) {
  if (!name.includes(options.only)) continue;
  const body = Buffer.from(make());
  const { cpuMs, isAudited } = await auditWithin(MOST_MB, body);
  const needed = isAudited ? String(await leastMemory(body)) : 'not audited: too complex';
  const cells = [name.padEnd(28), String(body.length).padStart(8), cpuMs.toFixed(0).padStart(7)];
  console.log([...cells, needed.padStart(8)].join(' '));
}

/** By bisection: V8 ends a thread that needs more. */
async function leastMemory(body: Uint8Array): Promise<number> {
  let [low, high] = [0, MOST_MB / STEP_MB];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const { isAudited } = await auditWithin(middle * STEP_MB, body);
    [low, high] = isAudited ? [low, middle] : [middle, high];
  }
  return high * STEP_MB;
}

async function auditWithin(maxOldGenerationSizeMb: number, body: Uint8Array) {
  const worker = new Worker(CODE, { eval: true, resourceLimits: { ...LIMITS, maxOldGenerationSizeMb } });
  try {
    await once(worker, 'message');
    const before = process.cpuUsage();
    worker.postMessage(pageOf(body));
    const [isAudited] = (await once(worker, 'message')) as [boolean];
    const { user, system } = process.cpuUsage(before);
    return { isAudited, cpuMs: (user + system) / 1000 };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
    return { isAudited: false, cpuMs: 0 };
  } finally {
    await worker.terminate();
  }
}

function pageOf(body: Uint8Array): PageBytes {
  const url = 'https://example.com/';
  return {
    requestedUrl: url,
    url,
    hops: [],
    headers: [['content-type', 'text/html; charset=utf-8']],
    body,
    tls: null,
    timings: { ttfbMs: 1, documentMs: 1 },
    robotsTxt: { status: 404, body: '' },
    loadedAtMs: Date.now(),
    limits: DEFAULT_LIMITS,
  };
}
