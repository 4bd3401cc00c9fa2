import { SweepCrawlsJob } from '../../../src/crawls/ending/sweep-crawls.job.js';
import { CrawlAnswers } from '../../../src/crawls/answers/crawl-answers.service.js';
import { type SharedAnswers } from '../../../src/engine/page-loader/shared-answers.js';
import { startApp, type TestApp } from '../../support/app.js';
import { startedCrawl } from '../../support/crawls.js';
import { countStatements, statementsOf } from '../../support/statements.js';

/** More than the memory for answers, in answers of the largest size. */
const MANY = 9;
const LARGEST = 'x'.repeat(1_000_000);

let test: TestApp;
let first: SharedAnswers;
let second: SharedAnswers;

beforeAll(async () => {
  countStatements();
  test = await startApp({ ROLE: 'api' });
  const answers = async (url: string) => {
    const id = await startedCrawl(test.owner, { url });
    return test.app.get(CrawlAnswers).of({ accountId: test.owner.id, id });
  };
  first = await answers('https://first.example/');
  second = await answers('https://second.example/');
});

afterAll(() => test.close());

const ask = (answer: string) => () => Promise.resolve(answer);

describe('the answers of crawls', () => {
  it('are those of one crawl only', async () => {
    expect(await first.once('robots', ask('of the first'))).toBe('of the first');
    expect(await second.once('robots', ask('of the second'))).toBe('of the second');
    expect(await first.once('robots', ask('of nobody'))).toBe('of the first');
  });

  it('are deleted when the crawl has been over for a while', async () => {
    const stored = async () =>
      (
        await test.database.query<{ id: number }>(
          'SELECT DISTINCT crawl_id AS id FROM crawl_answers ORDER BY 1',
        )
      ).map(({ id }) => id);
    const before = await stored();
    const [ended, justEnded] = [await startedCrawl(test.owner, { url: 'https://third.example/' }), before[1]];
    await test.app
      .get(CrawlAnswers)
      .of({ accountId: test.owner.id, id: ended })
      .put('robots', 'of the third');
    const end = (ago: string, id: number | undefined) =>
      test.database.query(
        `UPDATE crawls SET status = 'completed', finished_at = now() - $1::interval WHERE id = $2`,
        [ago, id],
      );
    await end('11 minutes', ended);
    await end('9 minutes', justEnded);
    expect(await stored()).toEqual([...before, ended]);
    const { signal } = new AbortController();
    await test.app.get(SweepCrawlsJob).run(null, { jobId: 0, workerId: '', stopping: signal, signal });
    expect(await stored()).toEqual(before);
  });

  it('share the memory of the process, and are read from PostgreSQL beyond it', async () => {
    await first.put('sitemap', 'of the first');
    const again = async () => expect(await first.once('sitemap', ask('of nobody'))).toBe('of the first');
    expect(await statementsOf(again)).toEqual([]);
    for (let at = 0; at < MANY; at++) await second.put(String(at), LARGEST);
    expect(await statementsOf(again)).toHaveLength(1);
  });
});
