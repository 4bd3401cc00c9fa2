import { type RequestListener } from 'node:http';
import { type Finding } from '../../../src/engine/audit/audit.js';
import { type Grade } from '../../../src/engine/grading/grade.js';
import { Grader } from '../../../src/engine/grading/grader.js';
import { MemoryAnswers } from '../../../src/engine/page-loader/memory-answers.js';
import { OutOfResources } from '../../../src/engine/page-loader/load-error.js';
import { type SharedAnswers } from '../../../src/engine/page-loader/shared-answers.js';
import { until } from '../../support/forward-proxy.js';
import { reply, type Routes } from '../../support/graded.js';
import { closeLater, closeServers, site } from '../../support/page-loads.js';

const PAGES = 30;
const AT_A_TIME = 4;
const MAX_BYTES = 50e6;
const paths = Array.from({ length: PAGES }, (_, number) => `/page-${String(number)}`);
const png = Buffer.from('89504e470d0a1a0a', 'hex');

/** A page that links to all pages and uses what all pages use. */
function pageOf(path: string, origin: string): string {
  const links = paths.map((other) => `<a href="${other}">About ${other}</a>`).join(' ');
  return `<!doctype html><html lang="en"><head><title>The page ${path}</title>
<link rel="stylesheet" href="/site.css"><link rel="stylesheet" href="/late.css"><link rel="icon" href="/icon.png">
<link rel="canonical" href="${origin}/page-0"></head>
<body><h1>${path}</h1><div class="menu"><a href="/page-1"></a></div>${links}<a href="/gone">Gone</a>
<img src="/a.png" alt="A"><img src="/b.gif" alt="B"><img src="/wrong.jpg" alt="C"></body></html>`;
}

const SHARED_FILES: Routes = {
  '/robots.txt': reply(
    200,
    'text/plain',
    Buffer.from('# caf\xe9\nUser-agent: *\nDisallow: /private/\nSitemap: /map.xml\n', 'latin1'),
  ),
  '/map.xml': reply(
    200,
    'application/xml',
    '<urlset><url><loc>https://elsewhere.example/</loc></url></urlset>',
  ),
  '/llms.txt': reply(200, 'text/plain', '# Shoes\n\n> Everything about shoes.\n'),
  '/site.css': reply(200, 'text/css', '@import "more.css"; .menu { color: red }'),
  '/more.css': reply(200, 'text/css', '.menu { display: none }'),
  '/late.css': reply(500, 'text/plain', 'Sorry'),
  '/icon.png': reply(200, 'image/png', png),
  '/a.png': reply(200, 'image/png', png),
  '/b.gif': reply(200, 'application/octet-stream', Buffer.from('GIF89a')),
  '/wrong.jpg': reply(200, 'text/html', '<!doctype html><title>Not a picture</title>'),
};

const answer: RequestListener = (request, response) => {
  const [path = ''] = (request.url ?? '').split('?');
  const route = SHARED_FILES[path];
  if (route) {
    route(request, response);
    return;
  }
  if (!paths.includes(path)) return void response.writeHead(404).end();
  const html = pageOf(path, `http://${request.headers.host ?? ''}`);
  reply(200, 'text/html; charset=utf-8', html, { 'access-control-allow-origin': '*' })(request, response);
};

/** A site that logs methods and paths, and a grader of its pages. */
async function audited(listener: RequestListener) {
  const asked: string[] = [];
  const { origin, target, requests } = await site((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    listener(request, response);
  });
  const policy = { allowedTargets: new Set([target]), allowedPorts: new Set([80, 443]) };
  const bands = { good: 80, decent: 50 };
  const grader = new Grader({ loader: { policy, userAgent: 'Pagegrade/test' }, bands });
  closeLater(() => grader.close());
  const grade = (path: string, answers?: SharedAnswers, signal?: AbortSignal): Promise<Grade> => {
    const shared = answers && { answers, shape: path.replaceAll(/\d+/g, '0') };
    return grader.grade(new URL(path, origin), { signal, shared });
  };
  const timesAsked = (path: string) => requests.filter((requested) => requested === path).length;
  return { grade, asked, timesAsked };
}

async function gradeAll(grade: (path: string) => Promise<Grade>): Promise<Grade[]> {
  const grades: Grade[] = [];
  const left = paths.entries();
  const work = async () => {
    for (const [index, path] of left) grades[index] = await grade(path);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return grades;
}

/** Durations vary, and a crawl takes no further samples of them: only their outcomes are compared. */
const comparable = ({ checks }: Grade): Partial<Finding>[] =>
  checks.map((finding) => {
    const isTimed = Object.keys(finding.value ?? {}).some((name) => name.endsWith('_ms'));
    if (isTimed) return { id: finding.id, outcome: finding.outcome };
    // What a canonical target names itself is known in a crawl once it was audited.
    return finding.id === 'canonical_target' ? { ...finding, value: null } : finding;
  });

const findingOf = ({ checks }: Grade, id: string) => checks.find((finding) => finding.id === id);

afterEach(closeServers);

describe('answers that the audits of a crawl share', () => {
  it('are requested once, and leave the findings of each page as they are', async () => {
    const { grade, asked } = await audited(answer);
    const alone = await gradeAll((path) => grade(path));
    const requestsAlone = asked.splice(0).length;
    const answers = new MemoryAnswers(MAX_BYTES);
    const together = await gradeAll((path) => grade(path, answers));

    expect(together.map(comparable)).toEqual(alone.map(comparable));
    const pages = new Set(paths.map((path) => `GET ${path}`));
    const others = asked.filter((request) => !pages.has(request));
    const repeated = others.filter((request, index) => others.indexOf(request) !== index);
    // The request of a foreign origin, for one page of the only path shape.
    expect(repeated.filter((request) => !request.startsWith('HEAD /page-'))).toEqual([]);
    expect(repeated.length).toBeLessThanOrEqual(1);
    expect(asked.length).toBeLessThanOrEqual(3 * PAGES);
    expect(requestsAlone).toBeGreaterThan(30 * PAGES);
    const sent = together.reduce((sum, { facts }) => sum + facts.requests, 0);
    expect(sent).toBe(asked.length);
    expect(alone.every(({ facts }) => facts.shared_answers === 0)).toBe(true);
    expect(together.at(-1)?.facts.shared_answers).toBeGreaterThan(25);
  });

  it('are asked for again if the visit that asked ended before', async () => {
    let requests = 0;
    const { grade, timesAsked } = await audited((request, response) => {
      if (request.url !== '/more.css') {
        answer(request, response);
        return;
      }
      requests += 1;
      if (requests > 1) reply(200, 'text/css', '.menu { display: none }')(request, response);
    });
    const answers = new MemoryAnswers(MAX_BYTES);
    const first = new AbortController();
    const ended = expect(grade('/page-2', answers, first.signal)).rejects.toThrow('stopped');
    await until(() => requests === 1);
    const waiting = grade('/page-3', answers);
    await until(() => timesAsked('/page-3') > 0);
    first.abort(new Error('The crawl was stopped'));
    expect(findingOf(await waiting, 'names')).toMatchObject({ method: 'exact' });
    expect(requests).toBe(2);
    await ended;
  });

  it('include the page itself for those that link to it, also if it is missing', async () => {
    const { grade, asked } = await audited((request, response) => {
      if (request.url === '/gone') return void response.writeHead(410).end();
      if (request.url === '/moved') return void response.writeHead(301, { location: '/page-1' }).end();
      if (request.url !== '/links') {
        answer(request, response);
        return;
      }
      const html = '<!doctype html><a href="/gone">a</a><a href="/moved">b</a><a href="/page-1">c</a>';
      reply(200, 'text/html', html)(request, response);
    });
    const answers = new MemoryAnswers(MAX_BYTES);
    expect((await grade('/gone', answers)).error).toMatchObject({ code: 'http_error' });
    await grade('/moved', answers);
    asked.splice(0);
    expect(findingOf(await grade('/links', answers), 'broken_links')).toMatchObject({
      sample: { taken: 3, of: 3 },
      value: { broken: 1, faults: ['status 410'] },
    });
    expect(asked.filter((request) => /gone|moved|page-1$/.test(request))).toEqual([]);
  });

  it('are tried with a foreign Origin once for each path shape', async () => {
    const tried: string[] = [];
    const { grade } = await audited((request, response) => {
      const { origin } = request.headers;
      if (origin === undefined) {
        answer(request, response);
        return;
      }
      tried.push(request.url ?? '');
      const headers = { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' };
      reply(200, 'text/html', '', headers)(request, response);
    });
    const answers = new MemoryAnswers(MAX_BYTES);
    const reasons: unknown[] = [];
    for (const path of ['/page-1', '/page-2', '/page-3?sort=1', '/page-4?sort=2']) {
      reasons.push(findingOf(await grade(path, answers), 'cors')?.reason);
    }
    expect(tried).toEqual(['/page-1', '/page-3?sort=1']);
    expect(reasons).toEqual(Array.from({ length: 4 }, () => 'any_origin_with_credentials'));
  });

  it('are no more than 1 MB each', async () => {
    const { grade, timesAsked } = await audited((request, response) => {
      if (request.url !== '/more.css') {
        answer(request, response);
        return;
      }
      reply(200, 'text/css', `.menu { display: none } /* ${'x'.repeat(1_000_000)} */`)(request, response);
    });
    const answers = new MemoryAnswers(MAX_BYTES);
    await grade('/page-1', answers);
    await grade('/page-2', answers);
    expect([timesAsked('/site.css'), timesAsked('/more.css')]).toEqual([1, 2]);
  });

  it('are no fault of the site if they can not be read', async () => {
    const { grade } = await audited(answer);
    const lost = () => Promise.reject(new Error('The database is not available'));
    await expect(grade('/page-1', { once: lost, put: lost })).rejects.toThrow(OutOfResources);
    const unread = { once: lost, put: () => Promise.resolve() };
    await expect(grade('/page-1', unread)).rejects.toThrow(OutOfResources);
  });
});
