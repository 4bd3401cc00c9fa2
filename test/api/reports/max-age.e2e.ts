import { setTimeout as sleep } from 'node:timers/promises';
import { holdPages, type HeldPages } from '../../support/held-pages.js';

let held: HeldPages;
let post: HeldPages['post'];
let site: HeldPages['site'];
let test: HeldPages['test'];

beforeAll(async () => {
  held = await holdPages();
  ({ post, site, test } = held);
});

afterAll(() => held.close());

describe('max_age', () => {
  it('answers 200 with a completed report of the same url that is young enough, and its age', async () => {
    const first = await post('/young').expect(201);
    await sleep(1100);
    const again = await post('/young', {}, { max_age: '60' }).expect(200);
    expect(again.body.data.id).toBe(first.body.data.id);
    expect(Number(again.headers.age)).toBeGreaterThanOrEqual(1);
    expect(again.headers.location).toBe(first.headers.location);
    const fresh = await post('/young', {}, { max_age: '0' }).expect(201);
    expect(fresh.body.data.id).not.toBe(first.body.data.id);
    await post('/young?other', {}, { max_age: '60' }).expect(201);
  });

  it('makes a new one where it is too old, or of another account', async () => {
    const first = await post('/aged').expect(201);
    await test.database.query(
      `UPDATE reports SET generated_at = now() - interval '2 minutes' WHERE id = $1`,
      [first.body.data.id],
    );
    await post('/aged', {}, { max_age: '60' }).expect(201);
    const other = await test.stranger
      .call('post', '/api/v1/reports')
      .send({ url: `${site.origin}/aged`, max_age: 3600 });
    expect(other.status).toBe(201);
  });

  it('makes a new one where it is too old, though the clock of its worker was ahead', async () => {
    const first = await post('/ahead').expect(201);
    await test.database.query(
      `UPDATE reports SET generated_at = now() + interval '9 minutes', updated_at = now() - interval '1 minute' WHERE id = $1`,
      [first.body.data.id],
    );
    const young = await post('/ahead', {}, { max_age: '90' }).expect(200);
    expect(Number(young.headers.age)).toBeGreaterThanOrEqual(60);
    await post('/ahead', {}, { max_age: '30' }).expect(201);
  });

  it.each(['-1', '1.5', 'x', '31536001'])('refuses %s', async (max_age) => {
    const { body } = await post('/', {}, { max_age }).expect(422);
    expect(body.errors).toHaveProperty('max_age');
  });
});
