import { startApp, type TestApp } from '../../support/app.js';
import { storedReport } from '../../support/reports.js';

let test: TestApp;
let report: string;

beforeAll(async () => {
  test = await startApp();
  report = `/api/v1/reports/${await storedReport(test, test.owner, 'https://example.com/')}`;
});

afterAll(() => test.close());

describe('warnings', () => {
  it('name unknown parameters, and the known one that was likely meant', async () => {
    const { body } = await test.owner
      .call('get', '/api/v1/reports?perpage=10&xyzzy=1&__proto__=2')
      .expect(200);
    expect(
      body.warnings.map((warning: { field: string; detail: string }) => [warning.field, warning.detail]),
    ).toEqual([
      ['perpage', 'perpage is unknown and had no effect. Did you mean per_page?'],
      ['xyzzy', 'xyzzy is unknown and had no effect.'],
      ['__proto__', '__proto__ is unknown and had no effect.'],
    ]);
    const shown = await test.owner.call('get', `${report}?fields=id`).expect(200);
    expect(shown.body.warnings).toMatchObject([{ code: 'unknown_parameter', field: 'fields' }]);
  });

  it('become refusals in strict handling', async () => {
    const strict = (prefer: string) =>
      test.owner.call('get', '/api/v1/reports?perpage=10').set('Prefer', prefer);
    const { body, headers } = await strict('respond-async, handling=strict; foo').expect(422);
    expect(Object.keys(body.errors)).toEqual(['perpage']);
    expect(headers['preference-applied']).toBe('handling=strict');
    await strict('handling=lenient').expect(200);
    await strict('handling="strict"').expect(422);
    await strict('xhandling=strict').expect(200);
    const website = (await test.owner.call('get', '/api/v1/websites').expect(200)).body.data[0];
    const renew = () => test.owner.call('post', `/api/v1/websites/${website.id}/share-url`);
    await renew().set('Prefer', 'handling=strict').send({ foo: 1 }).expect(422);
    const same = await test.owner.call('get', `/api/v1/websites/${website.id}`).expect(200);
    expect(same.body.data.share_url).toBe(website.share_url);
    expect((await renew().type('form').send('foo=1').expect(200)).body.warnings).toMatchObject([
      { field: 'foo' },
    ]);
    const fine = await test.owner.call('get', '/api/v1/reports').set('Prefer', 'handling=strict').expect(200);
    expect(fine.headers['preference-applied']).toBe('handling=strict');
  });
});
