import { aPage } from './example-page.js';
import { referencesOf } from './references.js';

describe('referencesOf', () => {
  it('skips links that robots.txt disallows, with escapes in any case', () => {
    const page = aPage({
      html: '<a href="/%c3%a9/a">1</a><a href="/%C3%A9/b">2</a><a href="/é/c">3</a><a href="/d">4</a>',
      robotsTxt: { status: 200, body: 'User-agent: *\nDisallow: /%c3%a9/' },
    });
    expect(referencesOf(page).links.taken.map(({ url }) => url)).toEqual(['https://example.com/d']);
  });
});
