import fc from 'fast-check';
import { startApp, type TestApp } from '../../support/app.js';
import { storedReport } from '../../support/reports.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

type Step =
  | { readonly kind: 'create'; readonly n: number; readonly score: number }
  | { readonly kind: 'delete'; readonly at: number };

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('create' as const), n: fc.nat(40), score: fc.nat(100) }),
    fc.record({ kind: fc.constant('delete' as const), at: fc.nat(1000) }),
  ),
  { maxLength: 4 },
);

const walks = fc.record({
  sortBy: fc.constantFrom('id', 'url', 'score'),
  sort: fc.constantFrom('asc', 'desc'),
  filter: fc.constantFrom(
    '',
    '&result=bad',
    '&search=walk',
    '&search=k-1',
    '&search=k&result=decent',
    '&search=zzz',
  ),
  before: fc.array(fc.record({ n: fc.nat(40), score: fc.nat(100) }), { minLength: 12, maxLength: 40 }),
  between: fc.array(steps, { minLength: 6, maxLength: 6 }),
});

describe('a walk by cursor while reports come and go', () => {
  it('meets every report that stays exactly once, and none twice', async () => {
    await fc.assert(
      fc.asyncProperty(walks, async ({ sortBy, sort, filter, before, between }) => {
        const { account, url } = await freshAccount();
        const create = ({ n, score }: { n: number; score: number }) =>
          storedReport(test, account, `${url}/walk-${String(n)}`, score);
        const present = new Set<number>();
        for (const report of before) present.add(await create(report));
        const query = `/api/v1/reports?per_page=10&sort_by=${sortBy}&sort=${sort}${filter}`;
        const matching = await idsMatching(account.id, filter);
        const stayed = new Set(matching);
        const met: number[] = [];
        let cursor: string | null = null as string | null;
        for (let page = 0; page === 0 || cursor !== null; page++) {
          const { body }: { body: { data: { id: number }[]; meta: { next_cursor: string | null } } } =
            await account
              .call('get', `${query}${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`)
              .expect(200);
          met.push(...body.data.map(({ id }: { id: number }) => id));
          cursor = body.meta.next_cursor;
          for (const step of between[page] ?? ([] as Step[])) {
            if (step.kind === 'create') present.add(await create(step));
            else {
              const victim = [...present][step.at % present.size];
              if (victim === undefined) continue;
              await account.call('delete', `/api/v1/reports/${String(victim)}`).expect(200);
              present.delete(victim);
              stayed.delete(victim);
            }
          }
        }
        expect(new Set(met).size).toBe(met.length);
        expect([...stayed].filter((id) => !met.includes(id))).toEqual([]);
      }),
      { numRuns: 25 },
    );
  }, 240_000);
});

let accounts = 0;

/** Each walk has an account of its own. */
async function freshAccount() {
  const key = await test.keyFor(test.owner);
  const domain = `walk${String(++accounts)}.example`;
  await test.database.query('DELETE FROM pending_audits');
  await test.database.query('DELETE FROM reports WHERE account_id = $1', [test.owner.id]);
  await test.database.query('DELETE FROM websites WHERE account_id = $1', [test.owner.id]);
  return { account: { ...key, id: test.owner.id }, url: `https://${domain}` };
}

async function idsMatching(accountId: number, filter: string): Promise<number[]> {
  const wanted = new URLSearchParams(filter);
  const rows = await test.database.query<{ id: string }>(
    `SELECT id FROM reports WHERE account_id = $1 AND strpos(url, $2) > 0 AND ($3::text IS NULL OR result = $3)`,
    [accountId, wanted.get('search') ?? '', wanted.get('result')],
  );
  return rows.map(({ id }) => Number(id));
}
