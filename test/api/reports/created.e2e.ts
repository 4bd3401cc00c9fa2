import { startApp, type TestApp } from '../../support/app.js';
import { storedReport } from '../../support/reports.js';

const PAGES = Array.from('abcdefghijkl');

let test: TestApp;
let times: string[];

/** Twelve reports, one a day, each of a website of its own. */
beforeAll(async () => {
  test = await startApp();
  for (const page of PAGES) await storedReport(test, test.owner, `https://${page}.example/`);
  await storedReport(test, test.stranger, 'https://stranger.example/');
  for (const table of ['reports', 'websites'])
    await test.database.query(
      `UPDATE ${table} t SET created_at = timestamptz '2026-11-01 12:00Z' + n.place * interval '1 day'
        FROM (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM ${table}) n WHERE n.id = t.id`,
    );
  const { body } = await test.owner.call('get', '/api/v1/reports?sort=asc&per_page=100').expect(200);
  times = body.data.map(({ created_at }: { created_at: string }) => created_at);
});

afterAll(() => test.close());

async function list(resource: 'reports' | 'websites', query: string) {
  const { body } = await test.owner
    .call('get', `/api/v1/${resource}?sort=asc&per_page=25&${new URLSearchParams(query).toString()}`)
    .expect(200);
  return body;
}

const timesIn = (body: { data: { created_at: string }[] }) => body.data.map(({ created_at }) => created_at);

describe.each(['reports', 'websites'] as const)(
  'GET /api/v1/%s?created_after=&created_before=',
  (resource) => {
    it.each([
      ['created_after=2026-11-10T00:00:00Z', [9, 10, 11]],
      ['created_before=2026-11-03T00:00:00Z', [0, 1]],
      ['created_after=2026-11-02T00:00:00Z&created_before=2026-11-04T00:00:00Z', [1, 2]],
      ['created_after=2026-11-12T14:00:00%2B02:00', [11]],
      ['created_after=2026-11-12T12:00:00.001Z', []],
      ['created_after=2027-01-01T00:00:00Z', []],
    ])('lists what was created in that time: %s', async (query, places) => {
      const body = await list(resource, query);
      expect(timesIn(body)).toEqual(places.map((place) => times[place]));
      expect(body.meta.total).toBe(places.length);
    });

    it('includes the first of the two times and not the second', async () => {
      const [, after = '', , before = ''] = times;
      const body = await list(resource, `created_after=${after}&created_before=${before}`);
      expect(timesIn(body)).toEqual(times.slice(1, 3));
    });

    it('works in every order, together with a search and by cursor', async () => {
      const sort = resource === 'reports' ? 'score' : 'reports_count';
      const query = `created_after=2026-11-02T00:00:00Z&created_before=2026-11-05T00:00:00Z&search=example`;
      const body = await list(resource, `${query}&sort_by=${sort}`);
      expect(timesIn(body)).toEqual(times.slice(1, 4));
      expect(body.links.first).toContain('created_after=2026-11-02T00%3A00%3A00Z');
    });

    it('binds the cursor: another time refuses it', async () => {
      const path = `/api/v1/${resource}?created_after=`;
      const { body } = await test.owner.call('get', `${path}2020-01-01T00:00:00Z`).expect(200);
      const cursor = encodeURIComponent(body.meta.next_cursor as string);
      await test.owner.call('get', `${path}2020-01-01T00:00:00Z&cursor=${cursor}`).expect(200);
      await test.owner.call('get', `${path}2020-01-02T00:00:00Z&cursor=${cursor}`).expect(422);
    });

    it.each(['yesterday', '2026-11-03', '2026-02-30T00:00:00Z', '2026-11-03T00:00:00'])(
      'refuses %s',
      async (time) => {
        const { body } = await test.owner
          .call('get', `/api/v1/${resource}?created_before=${time}`)
          .expect(422);
        expect(body.errors.created_before[0]).toContain(
          'created_before must be a date and time with an offset',
        );
      },
    );
  },
);
