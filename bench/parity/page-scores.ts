/** Scores that Lighthouse gives one page: accessibility, best practices, SEO; and what failed. */
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';

const CATEGORIES = ['accessibility', 'best-practices', 'seo'];

const chrome = await launch({
  chromePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
  chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--ignore-certificate-errors'],
  logLevel: 'error',
});
const result = await lighthouse(process.argv[2], {
  port: chrome.port,
  onlyCategories: CATEGORIES,
  logLevel: 'error',
});
chrome.kill();
const { categories = {}, audits = {} } = result?.lhr ?? {};
const failed = Object.values(audits).filter(
  ({ score, scoreDisplayMode }) => score !== null && score < 1 && scoreDisplayMode !== 'informative',
);
console.log(
  JSON.stringify({
    scores: CATEGORIES.map((id) => Math.round((categories[id]?.score ?? 0) * 100)),
    failed: failed.map(({ id }) => `lighthouse ${id}`),
  }),
);
