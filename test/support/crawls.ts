import { type Response } from 'supertest';
import { type Account } from './app.js';
import { eventually } from './eventually.js';

export const CRAWLS = '/api/v1/crawls';

/** Starts a crawl without delay and browser. */
export async function startedCrawl(account: Account, fields: object): Promise<number> {
  const body = { render: 'never', delay_ms: 0, ...fields };
  const { body: answer } = await account.call('post', CRAWLS).send(body).expect(202);
  return answer.data.id;
}

/** A crawl when it is over. */
export async function endedCrawl(account: Account, id: number): Promise<Response['body']> {
  let last: Response['body'];
  const ended = eventually(async () => {
    const { body } = await account.call('get', `${CRAWLS}/${String(id)}`).expect(200);
    last = body.data;
    return last.finished_at !== null;
  });
  await ended.catch((cause: unknown) => {
    throw new Error(`The crawl is not over: ${JSON.stringify(last)}`, { cause });
  });
  return last;
}

export async function crawled(account: Account, fields: object): Promise<Response['body']> {
  return endedCrawl(account, await startedCrawl(account, fields));
}

/** The findings of a crawl by their ids, without those of checks. */
export async function siteFindings(account: Account, id: number): Promise<Record<string, Response['body']>> {
  const { body } = await account.call('get', `${CRAWLS}/${String(id)}/findings`).expect(200);
  return Object.fromEntries(
    body.data
      .filter((finding: { id: string }) => !finding.id.startsWith('check:'))
      .map((finding: { id: string }) => [finding.id, finding]),
  );
}
