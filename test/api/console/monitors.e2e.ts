import { SCOPES } from '../../../src/auth/scopes.js';
import { eventually } from '../../support/eventually.js';
import { type SiteApp, startSiteApp } from '../../support/site-app.js';
import { type ConsoleSession, signedIn } from '../../support/console.js';
import { createdMonitor, MONITORS } from '../../support/monitors.js';

const PATH = '/console/monitors';

let test: SiteApp;
let session: ConsoleSession;

beforeAll(async () => {
  test = await startSiteApp();
  session = await signedIn(test.url, test.owner.key);
});
afterEach(() => test.database.query('DELETE FROM monitors'));
afterAll(() => test.close());

const shown = async (id: number) =>
  (await test.owner.call('get', `${MONITORS}/${String(id)}`).expect(200)).body.data;
const pageOf = async (path: string) => (await session.get(path)).text();
const idIn = (response: Response) => Number(/\/(\d+)\?/.exec(response.headers.get('location') ?? '')?.[1]);

/** Fields of budgets, one row each: metric, limit, value and runs in a row. */
function rows(...budgets: [metric: string, limit: string, value?: string, runs?: string][]) {
  return Object.fromEntries(
    budgets.flatMap(([metric, limit, value = '', runs = '1'], at) =>
      Object.entries({ metric, limit, value, runs }).map(([name, text]) => [
        `budget_${String(at)}_${name}`,
        text,
      ]),
    ),
  );
}

describe('monitors', () => {
  it('are created, run and deleted', async () => {
    const fields = { url: `${test.site.origin}/boots`, schedule: '@weekly', kind: 'page' };
    const created = await session.post(PATH, fields);
    const address = created.headers.get('location') ?? '';
    expect(address).toMatch(/^\/console\/monitors\/\d+\?done=monitor-created$/);
    const [path = ''] = address.split('?');
    const run = await session.post(`${path}/run`);
    expect(run.headers.get('location')).toMatch(/^\/console\/reports\/\d+$/);
    const deleted = await session.post(`${path}/delete`);
    expect(deleted.headers.get('location')).toBe('/console/monitors?done=monitor-deleted');
    expect((await session.get(path)).status).toBe(404);
  });

  it('are run by keys that may not see what they audit', async () => {
    for (const [kind, scope] of [
      ['page', 'reports:read'],
      ['crawl', 'crawls:read'],
    ] as const) {
      const { id } = await createdMonitor(test.owner, { url: `${test.site.origin}/unseen`, kind });
      const scopes = SCOPES.filter((one) => one !== scope);
      const other = await signedIn(test.url, (await test.keyFor(test.owner, { scopes })).key);
      const run = await other.post(`${PATH}/${String(id)}/run`);
      expect(run.headers.get('location')).toBe(`${PATH}/${String(id)}?done=monitor-run`);
      const page = await other.get(run.headers.get('location') ?? '');
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('The monitor runs.')]);
    }
  });

  it('wait for their last crawl, to which they lead', async () => {
    const { id } = await createdMonitor(test.owner, { url: `${test.site.origin}/all`, kind: 'crawl' });
    const { body } = await test.owner.call('post', `${MONITORS}/${String(id)}/run`).expect(202);
    const crawl = Number(body.data.id);
    const path = `/api/v1/crawls/${String(crawl)}`;
    await eventually(async () => (await test.owner.call('get', path)).body.data.status === 'completed');
    await test.database.query(`UPDATE crawls SET status = 'running', finished_at = NULL WHERE id = $1`, [
      crawl,
    ]);
    const refused = await session.post(`${PATH}/${String(id)}/run`);
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain(`<a href="/console/crawls/${String(crawl)}">`);
  });

  it('that exist already are not changed by the form for a new one, which names and links them', async () => {
    const own = { name: 'Start <page>', device: 'desktop', budgets: [{ metric: 'score', min: 80 }] };
    const { id, url } = await createdMonitor(test.owner, own);
    const before = await shown(id);
    const refused = await session.post(PATH, { url, schedule: '@daily', kind: 'page', name: 'Shoes' });
    expect(refused.status).toBe(422);
    const page = await refused.text();
    expect(page).toContain(`<a href="${PATH}/${String(id)}">Start &lt;page&gt;</a>`);
    for (const kept of [`value="${url}"`, 'value="Shoes"', 'value="@daily" selected', 'value="UTC"'])
      expect(page).toContain(kept);
    expect(await shown(id)).toEqual(before);
    const other = await session.post(PATH, { url, schedule: '@daily', kind: 'crawl' });
    expect(other.headers.get('location')).toMatch(/\?done=monitor-created$/);
  });

  it('are created once by two forms that are sent at the same time', async () => {
    const fields = { url: `${test.site.origin}/boots`, schedule: '@weekly', kind: 'page' };
    const send = (name: string) => session.post(PATH, { ...fields, name });
    const responses = await Promise.all([send('One'), send('Other')]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([303, 422]);
  });

  it('of one address are told apart in lists by their schedule, and by what they audit', async () => {
    const url = `${test.site.origin}/boots`;
    await createdMonitor(test.owner, { url, schedule: '@weekly', kind: 'crawl' });
    await createdMonitor(test.owner, { url, schedule: '0 6 * * MON-FRI' });
    const page = await pageOf(PATH);
    expect(page).toContain('<span class="quiet">Weekly, whole website, next run');
    expect(page).toContain('<span class="quiet">0 6 * * MON-FRI, next run');
  });

  it('that are breached stand on the first screen', async () => {
    const { id } = await createdMonitor(test.owner);
    await test.database.query(`UPDATE monitors SET state = state || '{"status":"breached"}' WHERE id = $1`, [
      id,
    ]);
    expect(await pageOf('/console')).toContain('What got worse');
    await test.database.query('UPDATE monitors SET enabled = false, next_run_at = NULL WHERE id = $1', [id]);
    expect(await pageOf('/console')).not.toContain('What got worse');
  });

  it('refuse what the API refuses, with what was typed', async () => {
    const fields = { ...rows(['Title', 'pass']), url: 'nonsense', schedule: '@weekly', name: 'Shoes' };
    const response = await session.post(PATH, fields);
    expect(response.status).toBe(422);
    const page = await response.text();
    for (const typed of ['value="nonsense"', 'value="Shoes"', 'value="@weekly" selected', 'value="Title"'])
      expect(page).toContain(typed);
  });

  it('are paused, and resumed', async () => {
    const { id, next_run_at: next } = await createdMonitor(test.owner);
    const path = `${PATH}/${String(id)}`;
    const paused = await session.post(`${path}/pause`);
    expect(await pageOf(paused.headers.get('location') ?? '')).toContain('The monitor is paused.');
    expect(await shown(id)).toMatchObject({ enabled: false, next_run_at: null });
    expect(await pageOf(path)).toContain(`action="${path}/resume"`);
    await session.post(`${path}/resume`);
    expect(await shown(id)).toMatchObject({ enabled: true, next_run_at: next });
  });
});

describe('the form of a monitor', () => {
  it('sets everything of a page', async () => {
    const created = await session.post(PATH, {
      ...{ kind: 'page', url: `${test.site.origin}/hats`, name: 'Hats', schedule: '', confirm: 'false' },
      ...{ other_schedule: '0 6 * * MON-FRI', timezone: 'Europe/Berlin' },
      ...{ render: 'always', device: 'desktop' },
      ...rows(
        ['Score', 'min', '80'],
        ['score', 'max_drop', '5', '3'],
        ['TITLE', 'pass'],
        ['Meta description', 'warn'],
        ['The page loads', ''],
        ['Largest Contentful Paint (LCP), ms', 'max', '2500'],
        ['Time to First Byte', 'max', '600 ms'],
        ['Cumulative Layout Shift (CLS)', 'max', '0.1'],
        ['Score: Security', 'min', '90.5'],
      ),
    });
    expect(created.status).toBe(303);
    expect(await shown(idIn(created))).toMatchObject({
      ...{ kind: 'page', name: 'Hats', schedule: '0 6 * * MON-FRI', timezone: 'Europe/Berlin' },
      ...{ confirm: false, render: 'always', device: 'desktop' },
      budgets: [
        { metric: 'score', min: 80, consecutive: 1 },
        { metric: 'score', max_drop: 5, consecutive: 3 },
        { metric: 'checks.title', max: 'pass', consecutive: 1 },
        { metric: 'checks.meta_description', max: 'warn', consecutive: 1 },
        { metric: 'loads', consecutive: 1 },
        { metric: 'rendered.lcp_ms', max: 2500, consecutive: 1 },
        { metric: 'rendered.ttfb_ms', max: 600, consecutive: 1 },
        { metric: 'rendered.cls', max: 0.1, consecutive: 1 },
        { metric: 'categories.security', min: 90.5, consecutive: 1 },
      ],
    });
    expect(await pageOf(`${PATH}/${String(idIn(created))}`)).toContain('<dd>always, that of a computer</dd>');
  });

  it('sets everything of a whole website', async () => {
    const created = await session.post(PATH, {
      ...{ kind: 'crawl', url: `${test.site.origin}/hats`, schedule: '@weekly', max_pages: '20', render: '' },
      ...rows(
        ['Mean score of the pages', 'min', '80'],
        ['Pages that do not load', 'max', '0'],
        ['Pages that fail: Title', 'max', '2', '2'],
      ),
    });
    expect(await shown(idIn(created))).toMatchObject({
      ...{ kind: 'crawl', max_pages: 20, schedule: '@weekly', render: 'auto', device: 'mobile' },
      budgets: [
        { metric: 'score.mean', min: 80, consecutive: 1 },
        { metric: 'findings.broken_links', max: 0, consecutive: 1 },
        { metric: 'findings.check:title', max: 2, consecutive: 2 },
      ],
    });
  });

  it.each(['page', 'crawl'])(
    'of a %s offers a name for each metric, which means this metric',
    async (kind) => {
      const page = await pageOf(`${PATH}/new?kind=${kind}`);
      const list = /<datalist id="metrics">(.*?)<\/datalist>/.exec(page)?.[1] ?? '';
      const names = [...list.matchAll(/<option>([^<]+)/g)].map(([, name = '']) => name);
      expect(new Set(names).size).toBe(names.length);
      for (let at = 0; at < names.length; at += 20) {
        const batch = names.slice(at, at + 20);
        const answer = await session.post(PATH, {
          ...{ kind, url: `${test.site.origin}/hats`, schedule: '@weekly' },
          // No metric has this limit, but whether the metric is known is judged first.
          ...rows(...batch.map((name): [string, string, string] => [name, 'max', 'much'])),
        });
        expect(answer.status).toBe(422);
        expect(await answer.text()).not.toMatch(/suggested names|Did you mean/);
      }
      expect(names.length).toBeGreaterThan(90);
    },
  );

  it('says beside each row what is wrong with its budget', async () => {
    const { id } = await createdMonitor(test.owner);
    const path = `${PATH}/${String(id)}/edit`;
    const response = await session.post(path, {
      ...rows(
        ['Score', 'min', '80'],
        ['', ''],
        ['Titles', 'pass'],
        ['Score', 'min', 'good'],
        ['Title', 'min', '5'],
      ),
    });
    expect(response.status).toBe(422);
    const page = await response.text();
    expect(page).toContain('What to correct stands below its field.');
    const faults = [...page.matchAll(/<p class="fault" id="fault-(\d+)">([^<]+)</g)];
    expect(faults.map(([, at, text]) => [at, text])).toEqual([
      ['1', 'Did you mean &quot;Title&quot;?'],
      ['2', 'Write a number from 0 to 100.'],
      [
        '3',
        'A check passes, warns or fails: choose &quot;must pass&quot; or &quot;may warn, not fail&quot;.',
      ],
    ]);
    // The rows stand where their budgets are: without the empty one.
    const faulty = (name: string) =>
      new RegExp(`name="${name}" aria-describedby="fault-\\d" aria-invalid="true"`);
    for (const name of ['budget_1_metric', 'budget_2_value', 'budget_3_limit'])
      expect(page).toMatch(faulty(name));
    expect(page).not.toMatch(faulty('budget_2_metric'));
    expect(page).toContain('maxlength="100" value="Titles"');
  });

  it.each(['page', 'crawl'])('is shown again within 40 kB, however much is wrong in a %s', async (kind) => {
    const name = 'Links that open other sites in a new windov';
    const faulty = Array.from({ length: 20 }, () => [name, 'pass'] as [string, string]);
    const fields = { url: 'https://example.com/', kind, ...rows(...faulty) };
    const response = await session.post(PATH, fields);
    expect(response.status).toBe(422);
    const page = await response.text();
    expect(page.match(/id="fault-/g)).toHaveLength(20);
    expect(Buffer.byteLength(page)).toBeLessThan(40_000);
  });

  it('changes and removes budgets, and adds some', async () => {
    const budgets = [
      { metric: 'score', min: 80 },
      { metric: 'loads' },
      { metric: 'checks.title', max: 'pass' },
    ];
    const { id } = await createdMonitor(test.owner, { budgets, name: 'Shoes' });
    const path = `${PATH}/${String(id)}`;
    const form = await pageOf(`${path}/edit`);
    for (const shownField of [
      'name="budget_0_metric" list="metrics" maxlength="100" value="Score"',
      'name="budget_0_value" inputmode="decimal" maxlength="31" value="80"',
      'name="budget_2_metric" list="metrics" maxlength="100" value="Title"',
      'name="budget_5_metric" list="metrics" maxlength="100" value=""',
    ])
      expect(form).toContain(shownField);
    const saved = await session.post(`${path}/edit`, {
      ...{ url: test.site.origin, schedule: '@daily', timezone: 'UTC', name: '' },
      ...rows(['Score', 'min', '70'], ['The page loads', ''], ['Title', 'pass'], ['HTTPS', 'pass'], ['', '']),
      budget_1_remove: '1',
    });
    expect(await pageOf(saved.headers.get('location') ?? '')).toContain('The monitor was saved.');
    expect(await shown(id)).toMatchObject({
      name: null,
      budgets: [
        { metric: 'score', min: 70, consecutive: 1 },
        { metric: 'checks.title', max: 'pass', consecutive: 1 },
        { metric: 'checks.https_encryption', max: 'pass', consecutive: 1 },
      ],
    });
    await session.post(`${path}/edit`, rows(['', '']));
    expect((await shown(id)).budgets).toEqual([]);
  });

  it('has room for twenty budgets, and refuses more', async () => {
    const twenty = Array.from({ length: 20 }, (_, at): [string, string, string] => [
      'Score',
      'min',
      String(at),
    ]);
    const fields = { url: `${test.site.origin}/hats`, schedule: '@daily' };
    const created = await session.post(PATH, { ...fields, ...rows(...twenty) });
    const page = await pageOf(`${PATH}/${String(idIn(created))}/edit`);
    expect(page).toContain('name="budget_19_metric"');
    expect(page).not.toContain('name="budget_20_metric"');
    const refused = await session.post(PATH, { ...fields, ...rows(...twenty, ['Title', 'pass']) });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain(
      'id="budgets-fault">budgets must be a JSON array of up to 20 objects.',
    );
  });

  it('takes a written schedule only if it is chosen', async () => {
    const { id } = await createdMonitor(test.owner, { schedule: '0 6 * * *' });
    const path = `${PATH}/${String(id)}/edit`;
    const form = await pageOf(path);
    expect(form).toMatch(/<option value="" selected>Another one/);
    expect(form).toMatch(/name="other_schedule"[^>]* value="0 6 \* \* \*"/);
    const attempts = [
      [{ schedule: '@weekly', other_schedule: '0 6 * * *' }, 'To use it, choose'],
      [{ schedule: '', other_schedule: '' }, 'Write a schedule'],
      [{ schedule: '', other_schedule: 'at noon' }, '&quot;Another schedule&quot; must be'],
    ] as const;
    for (const [fields, sentence] of attempts) {
      const response = await session.post(path, fields);
      expect(response.status).toBe(422);
      const page = await response.text();
      expect(/id="other_schedule-fault">([^<]+)</.exec(page)?.[1]).toContain(sentence);
    }
    expect((await shown(id)).schedule).toBe('0 6 * * *');
    await session.post(path, { schedule: 'every 6h', other_schedule: '' });
    expect((await shown(id)).schedule).toBe('every 6h');
  });

  it("of a monitor that exists can't be emptied", async () => {
    const { id } = await createdMonitor(test.owner);
    const response = await session.post(`${PATH}/${String(id)}/edit`, { url: '', timezone: ' ' });
    expect(response.status).toBe(422);
    const page = await response.text();
    expect(page).toContain('id="url-fault">&quot;Address&quot; is required.');
    expect(page).toContain('id="timezone-fault">&quot;Time zone of the schedule&quot; is required.');
  });

  it('refuses the address and schedule of another monitor', async () => {
    await createdMonitor(test.owner, { url: `${test.site.origin}/a` });
    const { id } = await createdMonitor(test.owner, { url: `${test.site.origin}/b` });
    const response = await session.post(`${PATH}/${String(id)}/edit`, { url: `${test.site.origin}/a` });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain('A monitor with this address and schedule exists already');
  });
});

describe('the screen of a monitor', () => {
  it('says how each budget stands', async () => {
    const budgets = [
      { metric: 'score', min: 80 },
      { metric: 'score', max_drop: 5, consecutive: 3 },
      { metric: 'checks.title', max: 'pass' },
      { metric: 'loads' },
      { metric: 'lab.cls', max: 0.1 },
    ];
    const { id } = await createdMonitor(test.owner, { budgets });
    const path = `${PATH}/${String(id)}`;
    const standing = async () =>
      [...(await pageOf(path)).matchAll(/<li>(.*?)<\/li>/g)].map(([, row = '']) =>
        row.replace('<br>', '|').replaceAll(/<[^>]+>/g, ''),
      );
    expect(await standing()).toEqual([
      'Unknown Score is at least 80',
      'Unknown Score drops by 5 at most; breached when 3 runs in a row miss it',
      'Unknown Title passes',
      'Unknown The page loads',
      expect.stringMatching(/^Unknown /),
    ]);
    const known = { streak: 0, breach: null, before: null, awaited: null };
    const since = '2026-01-02T03:04:05.000Z';
    const state = {
      ...{ status: 'breached', since, basis: 'x', lastScore: 61, runs: [{ score: 61 }] },
      budgets: [
        { ...known, streak: 1, breach: { value: 61, reportId: 7, since } },
        { ...known, streak: 2 },
        { ...known, streak: 1, breach: { value: 'fail', reportId: 7 } },
        known,
        null,
      ],
    };
    await test.database.query('UPDATE monitors SET state = $2 WHERE id = $1', [id, state]);
    expect(await standing()).toEqual([
      'Breached Score is at least 80|61, since 2 Jan 2026, 03:04 UTC',
      'OK Score drops by 5 at most; breached when 3 runs in a row miss it|61, missed by 2 of 3 runs',
      'Breached Title passes|Failed',
      'OK The page loads',
      expect.stringMatching(/^Unknown [^|]+$/),
    ]);
    expect(await pageOf(path)).toContain('<a href="/console/reports/7">61</a>');
  });
});
