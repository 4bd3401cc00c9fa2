import { type Browser } from 'playwright-core';
import { noFacts } from '../../../src/engine/page-loader/load-facts.js';
import { type SiteApp, startSiteApp } from '../../support/site-app.js';
import { faultsInViews, startBrowser } from '../../support/browser.js';
import { ATTACK, hostileFindings } from '../../support/hostile-findings.js';
import { storedReport } from '../../support/reports.js';
import { sharedWebsite } from '../../support/shared-websites.js';

let test: SiteApp;
let browser: Browser;

beforeAll(async () => {
  test = await startSiteApp((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(attackOn(request.url ?? ''));
  });
  browser = await startBrowser();
});

afterAll(async () => {
  await (browser as Browser | undefined)?.close();
  await test.close();
});

const HIDDEN = '\u202e\u2066\u200b\u0007\u001b[31m\ufeff\u2028';
const ZALGO = `Z${'\u0301\u0489'.repeat(200)}`;
const HUGE = `${ATTACK}${'W'.repeat(1_000_000)}`;

/** A page whose findings are an attack on any site that shows them. */
function attackOn(path: string): string {
  return `<title>${ATTACK}${HIDDEN}</title><title>${ZALGO}</title>
<meta name="description" content='${ATTACK.replaceAll("'", '')}${HIDDEN}${ZALGO}'><meta name="robots" content="noindex,${ATTACK.replaceAll('"', '')}">
<link rel="canonical" href="javascript:owned=1"><link rel="stylesheet" href="//x.invalid/${'y'.repeat(5000)}">
<h1 id='${ATTACK.replaceAll("'", '')}'>${HIDDEN}</h1><h4>${path}</h4>
${Array.from({ length: 30 }, (_, n) => `<a href="javascript:owned=${String(n)}">${HIDDEN}</a><img src='${ATTACK.replaceAll("'", '')}${String(n)}'><input name=q><font>${ZALGO}</font><b id=x></b>`).join('')}
<p style="${'a'.repeat(2000)}">${'W'.repeat(100_000)}</p><a href="data:text/html,<script>owned=1</script>">click here</a>
<form action="javascript:owned=1"><input type=password></form><script src="http://x.invalid/${ATTACK.replaceAll('"', '')}"></script>`;
}

const faultsAt = (url: string) => faultsInViews(browser, url);

describe('a page that is an attack', () => {
  it('is shown for what it is, and runs nothing', async () => {
    const urls: string[] = [];
    for (const path of ['first', 'first', `"'><script>owned=1</script>${'%3Cb%3E'.repeat(200)}`]) {
      const { body } = await test.owner
        .call('post', '/api/v1/reports')
        .type('form')
        .send({ url: `${test.site.origin}/${path}` })
        .expect(201);
      urls.push(body.data.share_url);
      expect(body.data.status).toBe('completed');
      await test.owner
        .call('patch', `/api/v1/websites/${String(body.data.website_id)}`)
        .type('form')
        .send({ privacy: 0 })
        .expect(200);
    }
    const [first = '', second = '', third = ''] = urls;
    const [share, newer] = second.split('/reports/');
    for (const url of [
      first,
      second,
      third,
      `${share}/compare/${first.split('/').at(-1)}/${newer}`,
      share ?? '',
    ]) {
      expect(await faultsAt(url)).toEqual([]);
    }
  });

  it.each([
    ['markup', ATTACK],
    ['characters that hide and reorder', HIDDEN],
    ['piled-up marks', ZALGO],
    ['a million characters', HUGE],
  ])('fails every check with %s, in pages of less than 100 KB', async (_kind, text) => {
    const { path: home, domain } = await sharedWebsite(test, { privacy: 0 });
    const url = test.url + home;
    const found = {
      checks: hostileFindings(text),
      finalUrl: `https://${domain}/${text}`,
      gates: [{ id: 'indexable', max_score: 49 }],
      error: null,
      facts: {
        ...noFacts(),
        http_status: 200,
        content_type: text,
        alpn: text,
        redirects: [{ url: text, status: 301, location: `javascript:${text}` }],
      },
    };
    const ids = [];
    for (const score of [20, 30]) {
      ids.push(await storedReport(test, test.owner, `https://${domain}/evil`, score, found));
    }
    for (const path of [`/reports/${String(ids[1])}`, `/compare/${ids.join('/')}`]) {
      const markup = await (await fetch(url + path)).text();
      expect(Buffer.byteLength(markup)).toBeLessThan(100_000);
      expect(markup).not.toMatch(/href="(?!https?:|\/|#[\w-]+")[^"]/);
      expect(await faultsAt(url + path)).toEqual([]);
    }
  });
});
