import { type SiteApp, startSiteApp } from '../support/site-app.js';

let test: SiteApp;

beforeAll(async () => {
  test = await startSiteApp();
});

afterAll(() => test.close());

/** A client that knows the reference document and nothing else: form bodies, and Accept only where it reads. */
async function client(method: string, path: string, fields: Record<string, string> = {}) {
  const isRead = method === 'GET';
  const response = await fetch(`${test.url}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${test.owner.key}`,
      ...(isRead && { Accept: 'application/json' }),
      ...(Object.keys(fields).length > 0 && { 'Content-Type': 'application/x-www-form-urlencoded' }),
    },
    ...(Object.keys(fields).length > 0 && { body: new URLSearchParams(fields).toString() }),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

describe('a client written from the reference', () => {
  it('works for every operation', async () => {
    const stored = await client('POST', '/api/v1/reports', { url: `${test.site.origin}/shoes` });
    expect(stored.status).toBe(201);
    const report = stored.body.data;
    expect(report).toMatchObject({
      id: expect.any(Number),
      url: `${test.site.origin}/shoes`,
      website_id: expect.any(Number),
      score: expect.any(Number),
    });
    expect(['good', 'decent', 'bad']).toContain(report.result);

    const listed = await client(
      'GET',
      `/api/v1/reports?search=shoes&search_by=url&website_id=${report.website_id}&result=${report.result}&sort_by=score&sort=asc&per_page=25`,
    );
    expect(listed.body.data.map(({ id }: { id: number }) => id)).toEqual([report.id]);
    expect(listed.body.meta.per_page).toBe(25);

    const shown = await client('GET', `/api/v1/reports/${report.id}`);
    expect(shown.body.data).toEqual(report);

    const websites = await client(
      'GET',
      '/api/v1/websites?search=127&search_by=domain&sort_by=reports_avg_score&sort=desc&per_page=50',
    );
    expect(websites.body.data).toMatchObject([
      { id: report.website_id, reports_count: 1, reports_avg_score: report.score, privacy: 1 },
    ]);

    const path = `/api/v1/websites/${report.website_id}`;
    expect((await client('GET', path)).body.data.domain).toBe('127.0.0.1');
    expect((await client('PUT', path, { privacy: '2', password: 'secret' })).body.data).toMatchObject({
      privacy: 2,
      password_set: true,
    });
    expect((await client('PATCH', path, { privacy: '0' })).body.data).toMatchObject({
      privacy: 0,
      password_set: false,
    });
    expect((await client('PATCH', path)).status).toBe(200);

    expect((await client('DELETE', `/api/v1/reports/${report.id}`)).status).toBe(200);
    expect((await client('DELETE', path)).status).toBe(200);
    expect((await client('GET', path)).status).toBe(404);
    expect((await client('POST', '/api/v1/reports', { url: 'nonsense' })).body.errors).toHaveProperty('url');
  });
});
