import { type Finding } from '../../../src/engine/audit/audit.js';
import { CHECKS } from '../../../src/engine/audit/registry.js';
import { messageOf } from '../../../src/engine/audit/message.js';
import { BlobStore } from '../../../src/platform/blobs/blob-store.js';
import { pictureHtml } from '../../../src/presentation/reports/rendered.js';
import { pictureSource, withPicture } from '../../../src/sharing/files/file-picture.js';
import { startApp, type TestApp } from '../../support/app.js';
import { browserSettings } from '../../support/browser.js';
import { eventually } from '../../support/eventually.js';
import { readPdf } from '../../support/pdf.js';
import { storedReport } from '../../support/reports.js';
import { storedScreenshot } from '../../support/screenshots.js';
import {
  BROWSER,
  cookieOf,
  look,
  sharedWebsite,
  type SharedWebsite,
  unlock,
} from '../../support/shared-websites.js';

/** One red pixel. */
const WEBP = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64');
const A4 = [595, 842];
/** `Retry-After` of what is refused because too many are queued. */
const REFUSED = '30';

let test: TestApp;
let settings: Record<string, string>;

beforeAll(async () => {
  settings = {
    ...(await browserSettings()),
    PUBLIC_URL: 'https://grades.example',
  };
  test = await startApp(settings);
});

afterAll(() => test.close());

/** The first checks, each failed at four places. */
function failedFindings(count: number): Finding[] {
  const places = ['one', 'two', 'three', 'four'].map((word, index) => ({
    selector: `main > section:nth-of-type(${String(index + 1)}) > p.${word}`,
    line: 10 * (index + 1),
    column: 5,
    excerpt: `<p class="${word}">A paragraph that has this fault, with some of the text that it is about</p>`,
  }));
  return CHECKS.map(({ id, category, importance, method }, index): Finding => {
    const finding = { id, category, importance, method, value: {}, sample: null };
    return index < count
      ? { ...finding, outcome: 'fail', reason: 'missing', evidence: places, evidence_count: 9 }
      : { ...finding, outcome: 'pass', reason: 'ok', evidence: [], evidence_count: 0 };
  });
}

const reportPath = ({ path, reports: [id] }: SharedWebsite) => `${path}/reports/${String(id)}`;

/** A website whose first report has findings. */
async function websiteWith(findings: readonly Finding[], fields: Record<string, string | number>) {
  const website = await sharedWebsite(test, fields);
  const url = `https://${website.domain}/findings`;
  const id = await storedReport(test, test.owner, url, 40, { checks: [...findings] });
  return { ...website, reports: [id] };
}

const bytesAt = (path: string, caller: Pick<TestApp, 'call'> = test) =>
  eventually(async () => {
    const response = await caller.call('get', path).set('Accept', 'application/pdf').buffer(true);
    return response.status === 202 ? null : response;
  });

const pdfAt = async (path: string) => {
  const { status, body } = await bytesAt(path);
  expect(status).toBe(200);
  return Buffer.from(body as Buffer);
};

describe('GET /s/{token}/reports/{id}/report.pdf', () => {
  it('is a tagged A4 document in which every failed finding can be read in order', async () => {
    const findings = failedFindings(20);
    const website = await websiteWith(findings, { privacy: 0 });
    await storedScreenshot(test, website.reports[0] ?? 0, WEBP);
    const path = reportPath(website);
    const pdf = await readPdf(await pdfAt(`${path}/report.pdf`));
    expect(pdf).toMatchObject({ size: A4, isTagged: true, showsTitle: true, language: 'en' });
    expect(pdf.title).toContain(website.domain);
    expect(pdf.pages).toBeLessThanOrEqual(8);
    pdf.texts.forEach((text, index) => {
      expect(text).toContain(`${String(index + 1)} / ${String(pdf.pages)}`);
    });
    const page = (await look(test, path).expect(200)).text;
    const read = pdf.text.replaceAll(/\s/g, '');
    const ids = [...page.matchAll(/<details class="finding fail" id="(\w+)"/g)].map(([, id]) => id);
    expect(ids).toHaveLength(20);
    // Many have the same sentence: each is looked for behind the one before.
    let place = 0;
    for (const id of ids) {
      const finding = findings.find((one) => one.id === id);
      const sentence = finding && messageOf(finding).replaceAll(/\s/g, '');
      place = read.indexOf(`${String(sentence)}Howtofix:`, place + 1);
      expect([id, place]).not.toEqual([id, -1]);
    }
  });

  it('has an outline, and a list of contents if it is longer than four pages', async () => {
    const [short, long] = [
      await websiteWith(failedFindings(1), { privacy: 0 }),
      await websiteWith(failedFindings(20), { privacy: 0 }),
    ];
    const [brief, whole] = [
      await readPdf(await pdfAt(`${reportPath(short)}/report.pdf`)),
      await readPdf(await pdfAt(`${reportPath(long)}/report.pdf`)),
    ];
    expect(brief.pages).toBeLessThanOrEqual(4);
    expect(brief.text).not.toContain('Contents');
    expect(whole.pages).toBeGreaterThan(4);
    expect(whole.texts[0]).toContain('Contents');
    expect(whole.outline.length).toBeGreaterThan(2);
  });

  it('is made on the first request, while browsers get a page with the brand that reloads', async () => {
    const path = `${reportPath(await sharedWebsite(test, { privacy: 0 }))}/report.pdf`;
    await test.owner
      .call('patch', '/api/v1/account')
      .send({ brand: { name: 'Blue & Co' } })
      .expect(200);
    const waiting = await test.call('get', path).set('Accept', BROWSER).expect(202);
    expect(waiting.headers).toMatchObject({ refresh: '2', 'cache-control': 'no-store' });
    expect(waiting.text).toMatch(/The PDF is being made – Blue &amp; Co<\/title>/);
    const { status, headers } = await bytesAt(path);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'public, no-cache',
      'content-disposition': expect.stringMatching(
        /^inline; filename="shared-\d+\.example-report-\d+\.pdf"$/,
      ),
    });
    await test.call('get', path).set('If-None-Match', String(headers.etag)).expect(304);
    const head = await test.call('head', path).expect(200);
    expect(head.headers['content-length']).toBe(headers['content-length']);
    await test.owner.call('patch', '/api/v1/account').send({ brand: null }).expect(200);
  });

  it('tells other clients when to ask again', async () => {
    const path = `${reportPath(await sharedWebsite(test, { privacy: 0 }))}/report.pdf`;
    const { headers } = await test.call('get', path).set('Accept', 'application/pdf').expect(202);
    expect(headers['retry-after']).toBe('2');
    expect(headers).not.toHaveProperty('refresh');
  });

  it('is the same whenever it is made, and dated when the page was audited', async () => {
    const website = await websiteWith(failedFindings(3), { privacy: 0 });
    const path = `${reportPath(website)}/report.pdf`;
    const first = await pdfAt(path);
    expect((await pdfAt(path)).equals(first)).toBe(true);
    await test.database.query('DELETE FROM report_pdfs WHERE report_id = $1', [website.reports[0]]);
    await test.database.query('UPDATE reports SET generated_at = $1 WHERE id = $2', [
      '2026-01-02T03:04:05Z',
      website.reports[0],
    ]);
    const second = await readPdf(await pdfAt(path));
    expect(second.date).toBe("D:20260102030405+00'00'");
    await test.database.query('DELETE FROM report_pdfs WHERE report_id = $1', [website.reports[0]]);
    const third = await pdfAt(path);
    await test.database.query('DELETE FROM report_pdfs WHERE report_id = $1', [website.reports[0]]);
    expect((await pdfAt(path)).equals(third)).toBe(true);
  });

  it('is made anew when the page has changed', async () => {
    const website = await websiteWith(failedFindings(1), { privacy: 0 });
    const path = `${reportPath(website)}/report.pdf`;
    const before = await pdfAt(path);
    await test.database.query(`UPDATE reports SET score = 41 WHERE id = $1`, [website.reports[0]]);
    await test.call('get', path).set('Accept', 'application/pdf').expect(202);
    expect((await pdfAt(path)).equals(before)).toBe(false);
  });

  it('is the same for all who may see it, by whatever address they ask', async () => {
    const path = `${reportPath(await websiteWith(failedFindings(1), { privacy: 0 }))}/report.pdf`;
    const pdf = await pdfAt(path);
    const other = await test.call('get', path).set('Host', 'other.example').buffer(true).expect(200);
    expect(pdf.equals(other.body as Buffer)).toBe(true);
  });

  it('is as private as the page', async () => {
    const website = await sharedWebsite(test, { privacy: 1 });
    const page = reportPath(website);
    for (const name of ['report.pdf', 'report.html']) {
      const path = `${page}/${name}`;
      const { text } = await look(test, path).expect(404);
      const missing = await look(test, path.replace(website.path, `/s/${'a'.repeat(32)}`)).expect(404);
      expect(text).toBe(missing.text);
      await test.stranger.call('get', path).expect(404);
    }
    const made = await bytesAt(`${page}/report.pdf`, test.owner);
    expect(made.status).toBe(200);
    expect(made.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
    });
    await look(test, `${page}/report.pdf`).expect(404);
    const tag = String(made.headers.etag);
    await test.call('get', `${page}/report.pdf`).set('If-None-Match', tag).expect(404);
  });

  it('says why a check has no outcome, and not how others were passed', async () => {
    const [failed, unknown, ...others] = failedFindings(1);
    if (!failed || !unknown) throw new Error('There are checks');
    const asked = { ...unknown, outcome: 'error', reason: 'unreachable' } as const;
    const website = await websiteWith([failed, asked, ...others], { privacy: 0 });
    const { text } = await readPdf(await pdfAt(`${reportPath(website)}/report.pdf`));
    const read = text.replaceAll(/\s/g, '');
    const isSaid = (finding: Finding) => read.includes(messageOf(finding).replaceAll(/\s/g, ''));
    expect([failed, asked, ...others.slice(0, 5)].map(isSaid)).toEqual([
      true,
      true,
      ...Array<boolean>(5).fill(false),
    ]);
  });

  it('asks for the password of a locked website', async () => {
    const website = await sharedWebsite(test, { privacy: 2, password: 'open sesame' });
    const page = reportPath(website);
    const cookie = cookieOf(await unlock(test.url + website.path, 'open sesame'));
    for (const name of ['report.pdf', 'report.html']) {
      const locked = await look(test, `${page}/${name}`).expect(403);
      expect(locked.text).toContain('<input id="password"');
    }
    await look(test, `${page}/report.html`, cookie).expect(200);
    await look(test, `${page}/report.pdf`, cookie).expect(202);
    await bytesAt(`${page}/report.pdf`, test.owner);
    await look(test, `${page}/report.pdf`, cookie).expect(200);
    await look(test, `${page}/report.pdf`).expect(403);
  });

  it('belongs to one report of one website', async () => {
    const [one, two] = [await sharedWebsite(test, { privacy: 0 }), await sharedWebsite(test, { privacy: 0 })];
    for (const id of [String(two.reports[0]), '0', 'x'])
      for (const name of ['report.pdf', 'report.html'])
        await test.call('get', `${one.path}/reports/${id}/${name}`).expect(404);
  });

  it('ends with its report', async () => {
    const website = await sharedWebsite(test, { privacy: 0 });
    const path = `${reportPath(website)}/report.pdf`;
    await pdfAt(path);
    await test.owner.call('delete', `/api/v1/reports/${String(website.reports[0])}`).expect(200);
    await test.call('get', path).expect(404);
    const sql = 'SELECT 1 FROM report_pdfs WHERE report_id = $1';
    expect(await test.database.query(sql, [website.reports[0]])).toEqual([]);
  });

  it('four that are requested at once are all made', async () => {
    const websites = await Promise.all(
      [1, 2, 3, 4].map((count) => websiteWith(failedFindings(count), { privacy: 0 })),
    );
    const pdfs = await Promise.all(
      websites.map((website) => pdfAt(`${reportPath(website)}/report.pdf`).then(readPdf)),
    );
    expect(pdfs.map(({ title }) => title)).toEqual(
      websites.map(({ domain }) => expect.stringContaining(domain)),
    );
  });

  it('shows third-party text as text', async () => {
    const attack = `<script>owned=1</script></main>" href="/x" <nav class="contents">`;
    const [finding] = failedFindings(1);
    const place = { selector: attack, line: 1, column: 1, excerpt: attack };
    const hostile = { ...finding, evidence: [place], evidence_count: 1 } as Finding;
    const website = await websiteWith([hostile], { privacy: 0 });
    const pdf = await readPdf(await pdfAt(`${reportPath(website)}/report.pdf`));
    expect(pdf.text.replaceAll(/\s/g, '')).toContain(attack.replaceAll(/\s/g, ''));
  });

  it('names what a reader of the screen needs', async () => {
    const website = await websiteWith(failedFindings(20), { privacy: 0 });
    const { roles, figures } = await readPdf(await pdfAt(`${reportPath(website)}/report.pdf`));
    const levels = roles.filter((role) => /^H\d$/.test(role)).map((role) => Number(role.slice(1)));
    expect(levels[0]).toBe(1);
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    levels.forEach((level, index) => {
      expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);
    });
    expect(roles).toEqual(expect.arrayContaining(['H2', 'L', 'LI', 'P', 'Link']));
    expect(figures.every((alt) => alt !== undefined)).toBe(true);
  });
});

describe('a PDF that can’t be made', () => {
  let api: TestApp;

  beforeAll(async () => {
    api = await startApp({ ROLE: 'api' });
  });
  afterAll(() => api.close());

  const presence = (seconds: number) =>
    api.database.query(
      `INSERT INTO browser_presence (seen_at) VALUES (now() - make_interval(secs => $1))
        ON CONFLICT (is_only) DO UPDATE SET seen_at = excluded.seen_at`,
      [seconds],
    );

  it('is refused with the reason where no browser runs, but not as HTML', async () => {
    const website = await sharedWebsite(api, { privacy: 0 });
    const path = reportPath(website);
    const { body, headers } = await api.call('get', `${path}/report.pdf`).expect(503);
    expect(body.detail).toContain('no browser is running');
    expect(headers['retry-after']).toMatch(/^\d+$/);
    await api.call('get', `${path}/report.html`).expect(200);
  });

  it('says why once, and can be requested again', async () => {
    await presence(0);
    await new Promise((resolve) => setTimeout(resolve, 5100));
    const path = `${reportPath(await sharedWebsite(api, { privacy: 0 }))}/report.pdf`;
    await api.call('get', path).expect(202);
    await api.database.query(`UPDATE report_pdfs SET failure = 'It was not printed in time.'`);
    const { body } = await api.call('get', path).expect(503);
    expect(body.detail).toContain('It was not printed in time.');
    await api.call('get', path).expect(202);
  });

  /** What is answered at last: on a busy machine, the database may be late. */
  async function answerAt(path: string): Promise<string> {
    const { status, headers } = await api.call('get', path);
    const retryAfter = String(headers['retry-after']);
    const isLate = status === 503 && retryAfter !== REFUSED;
    return isLate ? answerAt(path) : `${status} ${retryAfter}`;
  }

  it('is refused beyond twenty queued ones, however they are requested', async () => {
    await api.database.query('DELETE FROM report_pdfs');
    const paths: string[] = [];
    for (let n = 0; n < 11; n++) {
      const { path, reports } = await sharedWebsite(api, { privacy: 0 });
      paths.push(...reports.map((id) => `${path}/reports/${String(id)}/report.pdf`));
    }
    await presence(0);
    const answers = await Promise.all(paths.map(answerAt));
    const queued = answers.filter((answer) => answer.startsWith('202 '));
    expect(queued).toHaveLength(20);
    expect(answers.filter((answer) => answer === `503 ${REFUSED}`)).toHaveLength(2);
    for (const path of paths.slice(0, 3)) await api.call('get', path).set('X-Again', '1');
    const sql = 'SELECT count(*)::int AS count FROM report_pdfs';
    expect(await api.database.query(sql)).toEqual([{ count: 20 }]);
  });
});

describe('GET /s/{token}/reports/{id}/report.html', () => {
  it('is one file that needs nothing else and runs nothing', async () => {
    const website = await websiteWith(failedFindings(2), { privacy: 0 });
    const { headers, text } = await test.call('get', `${reportPath(website)}/report.html`).expect(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="shared-\d+\.example-report-\d+\.html"$/,
      ),
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(text).not.toMatch(/<script|<link|src="(?!data:)|href="\//);
    expect(text).toContain('href="https://grades.example/docs/checks/');
    expect(text).toContain('How to fix');
  });

  it('is made once the report is complete', async () => {
    const website = await websiteWith(failedFindings(1), { privacy: 0 });
    const { reports } = website;
    await test.database.query(
      `UPDATE reports SET status = 'queued', score = NULL, result = NULL WHERE id = $1`,
      [reports[0]],
    );
    const path = `${reportPath(website)}/report.html`;
    const { headers, text } = await test.call('get', path).expect(202);
    expect(headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' });
    expect(text).toBe('The report is being made. Request it again in 2 seconds.\n');
  });

  it.each([null, 'https://grades.example/s/x/full-screenshot.webp'])(
    'has no link without content where its picture is lost: to %s',
    async (fullPath) => {
      const blobs = test.app.get(BlobStore);
      const viewport = { width: 412, height: 823, scale: 1.75 };
      const page = (hash: string) =>
        `<p>${pictureHtml({ viewport, device: 'mobile' }, pictureSource(hash), fullPath).text}</p>`;
      expect(await withPicture(page(await blobs.put(WEBP, 'image/webp')), blobs)).toContain(
        'data:image/webp',
      );
      expect(await withPicture(page('0'.repeat(64)), blobs)).toMatch(/^<p>\s*<\/p>$/);
    },
  );
});
