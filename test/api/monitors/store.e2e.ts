import { startApp, type TestApp } from '../../support/app.js';

const MONITORS = '/api/v1/monitors';
const URL = 'https://example.com/';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterEach(() => test.database.query('DELETE FROM monitors'));

afterAll(() => test.close());

async function newMonitor(fields: object = {}) {
  const body = { url: URL, schedule: '@daily', ...fields };
  return (await test.owner.call('post', MONITORS).send(body).expect(201)).body.data;
}

describe('POST /api/v1/monitors', () => {
  it('creates a monitor with the default budgets, and makes no report', async () => {
    const before = Date.now();
    const response = await test.owner
      .call('post', MONITORS)
      .send({ url: URL, schedule: '@daily' })
      .expect(201);
    const { id, next_run_at: nextRunAt, ...rest } = response.body.data;
    expect(rest).toEqual({
      name: null,
      url: URL,
      schedule: '@daily',
      timezone: 'UTC',
      render: 'auto',
      device: 'mobile',
      budgets: [
        { metric: 'score', max_drop: 10, consecutive: 1 },
        { metric: 'loads', consecutive: 1 },
      ],
      confirm: true,
      enabled: true,
      state: 'unknown',
      since: null,
      breaches: [],
      late_since: null,
      last_report_id: null,
      website_id: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const midnight = (Math.floor(before / 86_400_000) + 1) * 86_400_000;
    const offsetMs = Date.parse(nextRunAt) - midnight;
    expect(offsetMs).toBeGreaterThanOrEqual(0);
    expect(offsetMs).toBeLessThanOrEqual(600_000);
    expect(response.headers.location).toBe(`${test.url}${MONITORS}/${String(id)}`);
    expect((await test.owner.call('get', `${MONITORS}/${String(id)}`).expect(200)).body.data.id).toBe(id);
    expect((await test.owner.call('get', '/api/v1/reports').expect(200)).body.data).toEqual([]);
  });

  it('of the same url and schedule updates what is sent, also eight at once', async () => {
    const budgets = [{ metric: 'score', min: 80, consecutive: 2 }];
    const { id } = await newMonitor({ name: 'Start page', budgets });
    const send = () =>
      test.owner.call('post', MONITORS).send({ url: URL, schedule: '@daily', timezone: 'Asia/Kolkata' });
    const responses = await Promise.all(Array.from({ length: 8 }, send));
    for (const { status, body } of responses) {
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ id, name: 'Start page', timezone: 'Asia/Kolkata', budgets });
    }
    const fresh = () => test.owner.call('post', MONITORS).send({ url: `${URL}new`, schedule: '@daily' });
    const statuses = (await Promise.all(Array.from({ length: 8 }, fresh))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect((await newMonitor({ schedule: '@weekly' })).id).not.toBe(id);
  });

  it.each([
    ['every 5m', 'EVERY 05M\n'],
    ['@daily', ' @Daily'],
    ['0 6 * * MON', '00  06 * *\tmon'],
  ])('takes schedules that differ in case, zeros and spaces as the same: %j and %j', async (one, other) => {
    const { id } = await newMonitor({ schedule: one });
    const { body } = await test.owner.call('post', MONITORS).send({ url: URL, schedule: other }).expect(200);
    expect(body.data).toMatchObject({ id, schedule: one });
  });

  it('takes no budgets at all', async () => {
    expect(await newMonitor({ budgets: [] })).toMatchObject({ budgets: [], breaches: [] });
  });

  it('takes a form, too', async () => {
    const { body } = await test.owner
      .call('post', MONITORS)
      .type('form')
      .send({ url: URL, schedule: 'every 6h', enabled: 'false', confirm: 'false' })
      .expect(201);
    expect(body.data).toMatchObject({ enabled: false, confirm: false, next_run_at: null });
  });

  it.each([
    [{}, 'url', /required/],
    [{ url: URL }, 'schedule', /required/],
    [{ url: 'https://localhost/', schedule: '@daily' }, 'url', /public internet/],
    [{ url: URL, schedule: 'sometimes' }, 'schedule', /five cron fields.*every 6h/],
    [{ url: URL, schedule: '* * * * * *' }, 'schedule', /five cron fields/],
    [{ url: URL, schedule: '*/4 * * * *' }, 'schedule', /at least 5 minutes/],
    [{ url: URL, schedule: '0,58 * * * *' }, 'schedule', /at least 5 minutes/],
    [{ url: URL, schedule: 'every 4m' }, 'schedule', /at least 5 minutes/],
    [{ url: URL, schedule: '0 0 31 2 *' }, 'schedule', /never/],
    [{ url: URL, schedule: '@daily', timezone: 'Mars/Olympus' }, 'timezone', /IANA/],
    [{ url: URL, schedule: '@daily', timezone: '+02:00' }, 'timezone', /IANA/],
    [{ url: URL, schedule: '@daily', budgets: 'score' }, 'budgets', /JSON array/],
    [{ url: URL, schedule: '@daily', budgets: [1] }, 'budgets', /budgets\[0\] must be an object/],
    [
      { url: URL, schedule: '@daily', budgets: [{ metric: 'loads' }, { metric: 'score', least: 3 }] },
      'budgets',
      /budgets\[1\] must have the fields .* not least/,
    ],
    [{ url: URL, schedule: '@daily', budgets: [{ metric: 'speed', max: 1 }] }, 'budgets', /known metric/],
    [{ url: URL, schedule: '@daily', budgets: [{ metric: 'score', min: -1 }] }, 'budgets', /0 to 100/],
    [{ url: URL, schedule: '@daily', budgets: [{ metric: 'score' }] }, 'budgets', /exactly one/],
    [{ url: URL, schedule: '@daily', budgets: [{ metric: 'loads', consecutive: 6 }] }, 'budgets', /1 to 5/],
    [
      { url: URL, schedule: '@daily', budgets: Array.from({ length: 21 }, () => ({ metric: 'loads' })) },
      'budgets',
      /up to 20/,
    ],
  ])('refuses %j', async (fields, field, message) => {
    const { body } = await test.owner.call('post', MONITORS).send(fields).expect(422);
    expect(body.errors[field].join(' ')).toMatch(message);
  });
});

describe('GET /api/v1/monitors', () => {
  it("lists the account's monitors, newest first", async () => {
    const ids = [(await newMonitor()).id, (await newMonitor({ schedule: '@hourly' })).id];
    const { body } = await test.owner.call('get', MONITORS).expect(200);
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual(ids.toReversed());
    expect((await test.stranger.call('get', MONITORS).expect(200)).body.data).toEqual([]);
  });
});

describe('PATCH /api/v1/monitors/{id}', () => {
  it('changes what is sent', async () => {
    const { id } = await newMonitor({ name: 'Start page' });
    const path = `${MONITORS}/${String(id)}`;
    const fields = {
      schedule: '0 6 * * MON',
      timezone: 'Europe/Berlin',
      budgets: [{ metric: 'loads' }],
      name: null,
    };
    const { body } = await test.owner.call('patch', path).send(fields).expect(200);
    expect(body.data).toMatchObject({ ...fields, budgets: [{ metric: 'loads', consecutive: 1 }], url: URL });
    const monday = new Date(body.data.next_run_at);
    const local = monday.toLocaleString('en-GB', {
      timeZone: 'Europe/Berlin',
      weekday: 'short',
      hour: '2-digit',
    });
    expect(local).toBe('Mon, 06');
  });

  it('changes nothing when it is empty, and only the version that If-Match names', async () => {
    const { id } = await newMonitor();
    const path = `${MONITORS}/${String(id)}`;
    const { body, headers } = await test.owner.call('get', path).expect(200);
    expect((await test.owner.call('patch', path).send({}).expect(200)).body).toEqual(body);
    const etag = String(headers.etag);
    const known = { authorization: `Bearer ${test.owner.key}`, 'if-none-match': etag };
    expect((await fetch(test.url + path, { headers: known })).status).toBe(304);
    await test.owner.call('patch', path).set('If-Match', etag).send({ name: 'a' }).expect(200);
    await test.owner.call('patch', path).set('If-Match', etag).send({ name: 'b' }).expect(412);
  });

  it('disables and enables', async () => {
    const { id, next_run_at: first } = await newMonitor();
    const path = `${MONITORS}/${String(id)}`;
    const disabled = await test.owner.call('patch', path).send({ enabled: false }).expect(200);
    expect(disabled.body.data).toMatchObject({ enabled: false, next_run_at: null });
    const enabled = await test.owner.call('patch', path).send({ enabled: true }).expect(200);
    expect(enabled.body.data).toMatchObject({ enabled: true, next_run_at: first });
  });

  it('refuses the url and schedule of another monitor, and what POST refuses', async () => {
    await newMonitor();
    const { id } = await newMonitor({ schedule: '@weekly' });
    const path = `${MONITORS}/${String(id)}`;
    await test.owner.call('patch', path).send({ schedule: '@daily' }).expect(409);
    await test.owner.call('patch', path).send({ schedule: 'every 1m' }).expect(422);
    await test.owner.call('patch', path).send({ url: 'https://10.0.0.1/' }).expect(422);
    expect((await test.owner.call('get', path).expect(200)).body.data.schedule).toBe('@weekly');
  });
});

describe('DELETE /api/v1/monitors/{id}', () => {
  it('deletes the monitor', async () => {
    const { id } = await newMonitor();
    const path = `${MONITORS}/${String(id)}`;
    expect((await test.owner.call('delete', path).expect(200)).body).toEqual({
      id,
      object: 'monitor',
      deleted: true,
    });
    await test.owner.call('get', path).expect(404);
    await test.owner.call('post', `${path}/run`).expect(404);
  });
});
