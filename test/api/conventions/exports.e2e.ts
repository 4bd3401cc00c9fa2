import { startApp, type TestApp } from '../../support/app.js';

interface Get {
  readonly description?: string;
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { schema: object }>> }>
  >;
}

let test: TestApp;
let gets: Map<string, Get>;

beforeAll(async () => {
  test = await startApp({ ROLE: 'api' });
  const { body } = await test.call('get', '/openapi.json').expect(200);
  const operations = Object.entries<{ readonly get?: Get }>(body.paths);
  gets = new Map(operations.flatMap(([path, { get }]) => (get ? [[path, get]] : [])));
});

afterAll(() => test.close());

function lists(hasExports: boolean): string[] {
  return [...gets.keys()].filter((path) => {
    const { schema } = gets.get(path)?.responses['200']?.content?.['application/json'] ?? {};
    return JSON.stringify(schema ?? {}).includes('/LinksView"') && gets.has(`${path}.csv`) === hasExports;
  });
}

it('lists of reports, websites, crawls and their pages have exports', () => {
  expect(lists(true).toSorted()).toEqual([
    '/api/v1/crawls',
    '/api/v1/crawls/{id}/comparison/pages',
    '/api/v1/crawls/{id}/findings/{finding}',
    '/api/v1/crawls/{id}/pages',
    '/api/v1/reports',
    '/api/v1/websites',
    '/api/v1/websites/{id}/pages',
  ]);
});

it('every list that has exports says so, and nothing else does', () => {
  const exported = [...gets].filter(([, { description = '' }]) => description.includes('the extension .csv'));
  expect(exported.map(([path]) => path).toSorted()).toEqual(lists(true).toSorted());
  for (const path of lists(true)) expect(gets.has(`${path}.ndjson`)).toBe(true);
});

it('a list without exports is JSON, whatever Accept prefers', async () => {
  const { body } = await test.owner
    .call('post', '/api/v1/webhooks')
    .send({ url: 'https://hooks.example/' })
    .expect(201);
  expect(lists(false)).toHaveLength(5);
  for (const list of lists(false)) {
    const path = list.replace('{id}', String(body.data.id));
    for (const accept of ['text/csv', 'application/x-ndjson']) {
      const { type } = await test.owner.call('get', path).set('Accept', accept).expect(200);
      expect([path, type]).toEqual([path, 'application/json']);
    }
    await test.owner.call('get', `${path}.csv`).expect(404);
  }
});
