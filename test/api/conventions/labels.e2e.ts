import { startApp, type TestApp } from '../../support/app.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp({ ROLE: 'api' });
});
afterAll(() => test.close());

const LABELS: readonly [path: string, field: string, others: object][] = [
  ['keys', 'name', {}],
  ['monitors', 'name', { url: 'https://a.example.com/', schedule: '@daily' }],
  ['webhooks', 'description', { url: 'https://a.example.com/' }],
];

describe.each(LABELS)('%s: %s', (path, field, others) => {
  it.each([
    'a\u001b[2Jb',
    'a\r\nb',
    'a\nb',
    'a\tb',
    'a\u007fb',
    'a\u0085b',
    'a\u202eb',
    'a\u2067b',
    'a\u2028b',
  ])('is refused with a control character: %j', async (text) => {
    const { body } = await test.owner
      .call('post', `/api/v1/${path}`)
      .send({ ...others, [field]: text })
      .expect(422);
    const rule = `${field} must not contain control or bidirectional formatting characters.`;
    expect(body.errors).toEqual({ [field]: [rule] });
  });

  it('may be in any script, with any picture, and stays so when it is changed', async () => {
    const text = 'Größe 尺寸 مقاس 👨‍👩‍👧';
    const created = await test.owner
      .call('post', `/api/v1/${path}`)
      .send({ ...others, [field]: text })
      .expect(201);
    expect(created.body.data[field]).toBe(text);
    const one = `/api/v1/${path}/${created.body.data.id}`;
    await test.owner
      .call('patch', one)
      .send({ [field]: 'a\u001bb' })
      .expect(422);
    const { body } = await test.owner.call('get', one).expect(200);
    expect(body.data[field]).toBe(text);
  });
});
