import { request } from 'undici';
import { type GradedPage } from './graded-page.js';
import { type KeptPages } from './kept-pages.js';
import { call, type Records } from './records.js';

/** All kinds of share pages.
 *  @param service URL of the service */
export async function sharePages(
  service: string,
  { bad, good, earlier, down, crawl }: Records,
  kept: KeptPages,
): Promise<GradedPage[]> {
  const website = bad.share_url.replace(/\/reports\/.*/, '');
  const path = `websites/${String(bad.website_id)}`;
  const update = (fields: object) => call(service, { method: 'PATCH', path, fields });
  const waiting = await textAt(`${bad.share_url}/report.pdf`);
  await update({ privacy: 2, password: 'sesame' });
  const locked = await textAt(website);
  await update({ privacy: 0 });
  return [
    { name: 'website', url: website },
    { name: 'report, bad', url: bad.share_url },
    { name: 'report, good', url: good.share_url },
    { name: 'report, failed', url: down.share_url },
    { name: 'crawl', url: `${website}/crawls/${String(crawl)}` },
    { name: 'comparison', url: `${website}/compare/${String(earlier.id)}/${String(good.id)}` },
    { name: 'waiting for PDF', url: kept.keep('/waiting', waiting) },
    { name: 'password form', url: kept.keep('/locked', locked) },
  ];
}

async function textAt(url: string): Promise<string> {
  return (await request(url, { headers: { accept: 'text/html' } })).body.text();
}
