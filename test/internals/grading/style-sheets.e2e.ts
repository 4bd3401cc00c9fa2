import { graded, reply, type Routes } from '../../support/graded.js';

const HIDES = reply(200, 'text/css', '.menu{display:none}');
const LINK = '<link rel="stylesheet" href="/a.css">';
/** A link without a name, which only counts where it is shown. */
const MENU = '<h1>Shoes</h1><div class="menu"><a href="/x"></a></div>';

async function namesOf(head: string, routes: Routes) {
  const { findingOf, site } = await graded(
    `<!doctype html><html lang="en"><head>${head}</head><body>${MENU}`,
    routes,
  );
  return { finding: findingOf('names'), site };
}

describe('style sheets of a page', () => {
  it.each([
    ['a link', LINK, { '/a.css': HIDES }],
    [
      'an address with character references',
      '<link rel="stylesheet" href="/&#97;.css">',
      { '/a.css': HIDES },
    ],
    ['a base', `<base href="/css/">${LINK.replace('/a', 'a')}`, { '/css/a.css': HIDES }],
    ['a redirect', LINK, { '/a.css': reply(302, 'text/plain', '', { location: '/b.css' }), '/b.css': HIDES }],
    [
      'an import of an import',
      LINK,
      {
        '/a.css': reply(200, 'text/css', '@import url("css/b.css");'),
        '/css/b.css': reply(200, 'text/css', '@import "c.css" screen;'),
        '/css/c.css': HIDES,
      },
    ],
    ['an import in the document', '<style>@import "/a.css";</style>', { '/a.css': HIDES }],
    [
      'a script that turns it on',
      LINK.replace('>', ' media="print" onload="this.media=\'all\'">'),
      { '/a.css': HIDES },
    ],
  ])('hide what they hide by %s', async (_what, head, routes: Routes) => {
    expect((await namesOf(head, routes)).finding).toMatchObject({
      outcome: 'not_applicable',
      method: 'exact',
    });
  });

  it.each([
    ['not there', { '/a.css': reply(404, 'text/css', '.menu{display:none}') }],
    ['of another type', { '/a.css': reply(200, 'text/plain', '.menu{display:none}') }],
  ])('hide nothing where they are %s', async (_what, routes: Routes) => {
    expect((await namesOf(LINK, routes)).finding).toMatchObject({ outcome: 'fail', method: 'exact' });
  });

  it('are missed where they can not be loaded, and the findings that rest on them say so', async () => {
    const { finding } = await namesOf(LINK, {
      '/a.css': (_request, response) =>
        void response.writeHead(200, { 'content-type': 'text/css' }).write('.menu{'),
    });
    expect(finding).toMatchObject({ outcome: 'fail', method: 'unstyled' });
  });

  it('are asked for once', async () => {
    const { site } = await namesOf(LINK, { '/a.css': HIDES });
    expect(site.requests.filter((path) => path === '/a.css')).toHaveLength(1);
  });
});
