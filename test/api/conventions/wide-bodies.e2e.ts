import { startApp, type TestApp } from '../../support/app.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp({ ROLE: 'api' });
});
afterAll(() => test.close());

const wide = (fields: number) =>
  `{${Array.from({ length: fields }, (_, at) => `"f${String(at)}":1`).join(',')}}`;
const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Of the largest size that their routes take. */
const BODIES: readonly [name: string, path: string, body: string, status: number][] = [
  ['an item of 90 000 unknown fields', 'reports/batch', `{"items":[${wide(90_000)}]}`, 422],
  ['100 items of 1000 fields', 'reports/batch', `{"items":[${Array(100).fill(wide(1000)).join(',')}]}`, 422],
  ['500 000 items', 'reports/batch', `{"items":[${Array(500_000).fill(1).join(',')}]}`, 422],
  ['items 10 000 deep', 'reports/batch', `{"items":${deep(10_000)}}`, 422],
  ['items 500 000 deep', 'reports/batch', `{"items":${deep(500_000)}}`, 422],
  ['100 000 brackets that nothing closes', 'reports/batch', '['.repeat(100_000), 422],
  ['a string that nothing closes', 'reports/batch', `{"items":["${'x'.repeat(1_000_000)}`, 400],
  ['a name with an invalid escape', 'reports/batch', String.raw`{"\x":1}`, 400],
  ['a string of 1 MB', 'reports/batch', `{"items":"${'x'.repeat(1_000_000)}"}`, 422],
  ['a name of 1 MB', 'reports/batch', `{"${'x'.repeat(1_000_000)}":${deep(20)}}`, 422],
  ['escapes of 1 MB', 'reports/batch', `{"items":["${'\\\\'.repeat(250_000)}"]}`, 422],
  [
    'budgets 3000 deep',
    'monitors',
    `{"url":"https://a.example/","schedule":"@daily","budgets":${deep(3000)}}`,
    422,
  ],
  ['1000 unknown fields', 'reports', `{"url":"https://a.example/",${wide(1000).slice(1)}`, 422],
];

describe('bodies that are wide, deep or long', () => {
  it.each(BODIES)('are refused: %s', async (_, path, body, status) => {
    const response = await fetch(`${test.url}/api/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${test.owner.key}`, 'content-type': 'application/json' },
      body,
    });
    expect(response.status).toBe(status);
    const problem = await response.text();
    expect(problem.length).toBeLessThan(2000);
    expect(JSON.parse(problem)).toMatchObject({
      code: status === 400 ? 'malformed_request' : 'validation_failed',
    });
  });

  it('are read up to the limits: 50 fields, 8 deep', async () => {
    const sent = {
      url: 'ftp://a.example/',
      ...Object.fromEntries(Array.from({ length: 49 }, (_, n) => [`f${n}`, 1])),
    };
    const { body } = await test.owner.call('post', '/api/v1/reports').send(sent).expect(422);
    expect(Object.keys(body.errors)).toEqual(['url']);
    const refused = await test.owner
      .call('post', '/api/v1/reports')
      .send({ ...sent, more: 1 })
      .expect(422);
    expect(refused.body.detail).toBe('more must not have an object of more than 50 fields.');
  });

  it('a batch takes no form', async () => {
    const { body } = await test.owner
      .call('post', '/api/v1/reports/batch')
      .send('items[]=https://a.example/')
      .expect(415);
    expect(body.detail).toContain('must be application/json');
  });
});
