import { Database } from '../../../src/platform/database/database.js';
import { Report } from '../../../src/reports/report.entity.js';
import { eventually } from '../../support/eventually.js';
import { queuedAudit } from '../../support/reports.js';
import { type SiteApp, startSiteApp } from '../../support/site-app.js';

let test: SiteApp;

beforeAll(async () => {
  test = await startSiteApp();
});

afterAll(() => test.close());

async function store(path: string) {
  const { body } = await test.owner
    .call('post', '/api/v1/reports')
    .type('form')
    .send({ url: test.site.origin + path })
    .expect(201);
  return body.data;
}

describe('DELETE /api/v1/reports/{id}', () => {
  it('deletes once, and takes the report out of the numbers', async () => {
    const { id, website_id } = await store('/delete-me');
    const count = async () =>
      (await test.owner.call('get', `/api/v1/websites/${website_id}`)).body.data.reports_count;
    const before = await count();
    const { body } = await test.owner.call('delete', `/api/v1/reports/${id}`).expect(200);
    expect(body).toEqual({ id, object: 'report', deleted: true });
    expect(await count()).toBe(before - 1);
    await test.owner.call('delete', `/api/v1/reports/${id}`).expect(404);
    await test.owner.call('get', `/api/v1/reports/${id}`).expect(404);
    expect(await test.database.query('SELECT 1 FROM report_details WHERE report_id = $1', [id])).toEqual([]);
  });

  it('honors If-Match where the report ends at the same moment', async () => {
    const { reportId } = await queuedAudit(test, test.owner, 'https://meanwhile.example/');
    const path = `/api/v1/reports/${String(reportId)}`;
    const { headers } = await test.owner.call('get', path).expect(200);
    const { response } = await test.app.get(Database).transaction(async (tx) => {
      await tx.update(Report, { accountId: test.owner.id, id: reportId }, { status: 'failed' });
      const request = test.owner.call('delete', path).set('If-Match', String(headers.etag));
      const answer = request.then((response) => response);
      await eventually(() => test.database.isAnyWaiting());
      return { response: answer };
    });
    expect((await response).status).toBe(412);
  });

  it('honors If-Match', async () => {
    const { id } = await store('/match');
    const { headers } = await test.owner.call('get', `/api/v1/reports/${id}`).expect(200);
    await test.owner.call('delete', `/api/v1/reports/${id}`).set('If-Match', '"other"').expect(412);
    await test.owner
      .call('delete', `/api/v1/reports/${id}`)
      .set('If-Match', String(headers.etag))
      .expect(200);
  });
});
