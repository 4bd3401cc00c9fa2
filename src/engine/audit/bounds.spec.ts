import { audit } from './audit.js';
import { type Page } from './page.js';
import { aPage } from './example-page.js';
import { lighthouseParity } from './parity/lighthouse.js';
import { observatoryTests } from './parity/observatory.js';
import { referencesOf } from './references.js';

const LONG = 'a'.repeat(30_000);
const MANY = Array.from({ length: 2000 }, (_, n) => n);

/** Pages whose texts end up in findings and references. */
const PAGES: Readonly<Record<string, () => Page>> = {
  'long addresses': () =>
    aPage({
      html: MANY.slice(0, 40)
        .map((n) => `<a href=/${n}${LONG}>x</a><img src=/${n}${LONG}>`)
        .join(''),
    }),
  'long links in the head': () =>
    aPage({
      html: `<link rel=canonical href=/${LONG}><link rel=icon href=/${LONG}><link rel=alternate hreflang=${LONG} href=/${LONG}>`,
    }),
  'long texts': () =>
    aPage({
      html: `<html lang=${LONG}><title>${LONG}</title><meta name=description content=${LONG}><meta name=viewport content=${LONG}><h1>${LONG}</h1>`,
    }),
  'many findings': () =>
    aPage({ html: MANY.map((n) => `<center id=x${n % 2}${LONG.slice(0, 1000)}><h${n % 6}>`).join('') }),
  'long headers': () =>
    aPage({
      html: '',
      headers: ['content-security-policy', 'server', 'set-cookie', 'x-frame-options', 'referrer-policy'].map(
        (name) => [name, `1.1${LONG}`.slice(0, 60_000)],
      ),
    }),
  'a long rule in robots.txt': () =>
    aPage({
      html: '',
      robotsTxt: { status: 200, body: `User-agent: *\nDisallow: /${'*'.repeat(16_000)}\n` },
    }),
};

describe('stored text of a page', () => {
  it.each(Object.entries(PAGES))('is small where it has %s', (_, make) => {
    const page = make();
    for (const finding of audit(page)) {
      expect(JSON.stringify(finding).length).toBeLessThan(40_000);
      expect(JSON.stringify(finding)).not.toMatch(/[^",]{1001}/);
    }
    expect(JSON.stringify(referencesOf(page)).length).toBeLessThan(700_000);
    expect(JSON.stringify([lighthouseParity(page), observatoryTests(page)]).length).toBeLessThan(5000);
  });
});
