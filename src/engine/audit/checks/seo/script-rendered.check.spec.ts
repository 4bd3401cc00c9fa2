import { messageOf } from '../../message.js';
import { findingOn, verdictOn, verdictsOf } from '../verdicts.fixture.js';
import { scriptRendered } from './script-rendered.check.js';

const APP = '<script type="module" crossorigin src="/assets/index-BxY2.js"></script>';
const page = (body: string, head = APP) => ({
  html: `<!doctype html><html lang="en"><head><title>App</title>${head}</head><body>${body}</body></html>`,
});
const SENTENCE = 'Blue shoes are made of leather, glue and thread, and of patience. ';
const CLASSIC = '<script src="/jquery.js"></script>';
const LONG_HEADER = `<header><nav><a href="/">Home</a> <a href="/men">For men</a></nav><p>${SENTENCE.repeat(2)}</p></header>`;
const LONG_FOOTER = `<footer><p>${SENTENCE.repeat(4)}</p><a href="/imprint">Imprint</a></footer>`;
const DEMAND = '<noscript>You need to enable JavaScript to run this app.</noscript>';

verdictsOf(scriptRendered, [
  ['fails Vite with React', page('<div id="root"></div>'), 'shell'],
  ['fails Vite with Vue', page('<div id="app"></div>'), 'shell'],
  ['fails Vite with Svelte', page('<main></main>'), 'shell'],
  ['fails Vite with Lit', page('<my-element><h1>Vite + Lit</h1></my-element>'), 'shell'],
  [
    'fails Create React App',
    page(`${DEMAND}<div id="root"></div>`, '<script defer src="/static/js/main.js"></script>'),
    'shell',
  ],
  [
    'fails the Vue CLI',
    page(
      `<noscript><strong>We're sorry but it doesn't work without JavaScript.</strong></noscript><div id=app></div>`,
    ),
    'shell',
  ],
  ['fails Angular', page('<app-root></app-root><script src="main.js" type="module"></script>', ''), 'shell'],
  ['fails Angular that says it loads', page('<app-root>Loading...</app-root>'), 'shell'],
  ['fails Angular with a shell', page('<app-root ng-server-context="csr"><h1>Shop</h1></app-root>'), 'shell'],
  [
    'fails an island of Astro without content',
    page('<astro-island ssr client="load"></astro-island>'),
    'shell',
  ],
  [
    'fails an island of Astro with a fallback',
    page('<astro-island ssr client="only"><p>Our shop</p></astro-island>'),
    'shell',
  ],
  [
    'fails Ember',
    page(
      '<script src="/assets/vendor.js"></script><script src="/assets/shop.js"></script><div id="ember-basic-dropdown-wormhole"></div>',
      '',
    ),
    'shell',
  ],
  [
    'fails Next without server rendering',
    page(
      '<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{"props":{},"nextExport":true}</script>',
    ),
    'shell',
  ],
  [
    'fails Nuxt without server rendering',
    page('<div id="__nuxt"></div><div id="teleports"></div><script>window.__NUXT__={}</script>'),
    'shell',
  ],
  [
    'fails Nuxt with its loading template',
    page('<div id="__nuxt"><style>#a{}</style><svg class="nuxt-spa-loading"><path d="M0 0"/></svg></div>'),
    'shell',
  ],
  [
    'fails SvelteKit without server rendering',
    page('<div style="display: contents"><script>import("/a.js")</script></div>'),
    'shell',
  ],
  [
    'fails Gatsby without server rendering',
    page('<div id="___gatsby"><div id="gatsby-focus-wrapper"></div></div>'),
    'shell',
  ],
  ['fails AngularJS', page('<div ng-view></div><p>{{ message | translate }}</p>'), 'shell'],
  ['fails Flutter', page('<script src="flutter_bootstrap.js" async></script>', ''), 'shell'],
  ['fails a canvas', page('<canvas id="game" width="800" height="600"></canvas>'), 'shell'],
  ['fails docsify', page('<nav></nav><div id="app">Please wait...</div>'), 'shell'],
  ['fails Swagger UI', page('<div id="swagger-ui"></div>'), 'shell'],
  [
    'fails Blazor',
    page(
      '<div id="app"><div class="loading-progress-text"></div></div><div id="error-ui">An error occurred. <a href=".">Reload</a></div>',
    ),
    'shell',
  ],
  ['fails GWT', page(`<iframe src="javascript:''" id="__gwt_historyFrame"></iframe>`), 'shell'],
  [
    'fails jQuery that fills a list',
    page('<div id="content"></div><script>$("#content").load("/list")</script>'),
    'shell',
  ],
  [
    'fails a bundle within the document',
    page('<div id=root></div>', '<script type=module>render()</script>'),
    'shell',
  ],
  [
    'fails a header and a footer around nothing',
    page('<header><h1>Shop</h1><a href="/">Home</a></header><div id="app"></div><footer>© Shop</footer>'),
    'shell',
  ],
  [
    'fails a splash screen',
    page(
      '<div id="root"><div class="splash-screen"><img src="/logo.svg" alt=""><p>Acme Console</p></div></div>',
    ),
    'shell',
  ],
  ['fails a loading text in no mount point', page('<p>Loading, please wait …</p>'), 'shell'],
  ['fails a request to turn scripts on', page(`<p>Acme</p>${DEMAND}`), 'shell'],

  [
    'fails a long header and a long footer around nothing',
    page(`${LONG_HEADER}<div class="view"></div>${LONG_FOOTER}`),
    'shell',
  ],
  [
    'fails a sidebar, a search form and a cookie notice around nothing',
    page(
      `<div class="main-sidebar">${SENTENCE.repeat(2)}</div><header><form><input name="q"><button>Go</button></form></header><section id="feed"></section><div class="cookie-banner"><p>${SENTENCE.repeat(3)}</p></div>`,
    ),
    'shell',
  ],
  [
    'fails a list that is empty',
    page('<div id="masthead"><h1>Shop</h1></div><ul id="listing"></ul>', CLASSIC),
    'shell',
  ],
  [
    'fails a gap beside a dialog that is empty, too',
    page('<header>Shop</header><div id="wrapper"><div class="view"></div><div class="modal"></div></div>'),
    'shell',
  ],
  [
    'fails a skeleton',
    page('<header>Shop</header><div class="feed"><div class="skeleton-card"></div></div>'),
    'shell',
  ],
  [
    'fails a heading beside a gap that a module fills',
    page('<h1>Shop</h1><div class="catalog"></div>'),
    'shell',
  ],
  [
    'fails a splash with a logo in a component',
    page('<my-app><img src="/logo.svg" alt="Shop"><h1>Shop</h1></my-app>'),
    'shell',
  ],
  [
    'fails a splash image of an app with a manifest',
    page(
      '<div id="boot"><img src="/logo.svg" alt=""><p>Shop</p></div>',
      `${APP}<link rel="manifest" href="/m.json">`,
    ),
    'shell',
  ],
  [
    'fails texts of Alpine',
    page('<h1 x-text="title"></h1><template x-for="text in texts"><p x-text="text"></p></template>'),
    'shell',
  ],
  [
    'fails texts of Knockout',
    page('<h2 data-bind="text: title"></h2><input data-bind="value: name"><p>Please wait…</p>', CLASSIC),
    'shell',
  ],
  [
    'fails texts of AngularJS',
    page(
      '<h1>{{ title }}</h1><input ng-model="query"><p ng-repeat="text in texts">{{ text }}</p><p>Nothing found.</p>',
      CLASSIC,
    ),
    'shell',
  ],
  [
    'fails texts to translate',
    page('<header><img src="/logo.svg" alt=""></header><h1 data-i18n="title"></h1><p data-i18n="text"></p>'),
    'shell',
  ],
  [
    'fails what htmx loads',
    page(
      '<nav><a href="/">Home</a></nav><div hx-get="/list" hx-trigger="load"><img src="/wait.svg" alt=""></div>',
      CLASSIC,
    ),
    'shell',
  ],
  [
    'fails what Turbo loads',
    page(
      '<header><h1>Shop</h1></header><section><turbo-frame id="list" src="/list">Fetching …</turbo-frame></section>',
      CLASSIC,
    ),
    'shell',
  ],

  ['passes what needs no scripts', page('<div id="root"></div>', ''), 'pass'],
  [
    'passes a header with the content',
    page(`<header><h1>Shop</h1><p>${SENTENCE.repeat(3)}</p></header><div class="clear"></div>${LONG_FOOTER}`),
    'pass',
  ],
  [
    'passes a page with a sidebar',
    page(`<div class="page with-sidebar">${SENTENCE.repeat(5)}</div><div class="clear"></div>`),
    'pass',
  ],
  [
    'passes the header of an article',
    page(
      `${LONG_HEADER}<article><header><h1>Shoes</h1><p>${SENTENCE}</p></header><div class="comments"></div></article>`,
    ),
    'pass',
  ],
  [
    'passes a list of links between menus',
    page(`${LONG_HEADER}<div id="index"><a href="/a">A</a></div><div class="ads"></div>${LONG_FOOTER}`),
    'pass',
  ],
  [
    'passes a form between menus',
    page(`${LONG_HEADER}<form><input name="user"></form><div class="clear"></div>${LONG_FOOTER}`, CLASSIC),
    'pass',
  ],
  [
    'passes a picture between menus',
    page(`${LONG_HEADER}<img src="/shoe.jpg" alt=""><div class="clear"></div>${LONG_FOOTER}`),
    'pass',
  ],
  [
    'passes a heading beside a gap without modules',
    page('<h1>File list</h1><div class="contents"></div>', CLASSIC),
    'pass',
  ],
  [
    'passes a page of search results before a search',
    page(`${LONG_HEADER}<div class="document"><div id="search-results"></div></div>`),
    'pass',
  ],
  ['passes texts with translations', page(`<p data-i18n="text">${SENTENCE.repeat(5)}</p>`), 'pass'],
  [
    'passes data blocks',
    page('<div id="root"></div>', '<script type="application/ld+json">{}</script>'),
    'pass',
  ],
  ['passes text', page(`<div id="app"></div>${SENTENCE.repeat(5)}`), 'pass'],
  ['passes little text beside no mount point', page('<p>Hello world</p>'), 'pass'],
  [
    'passes Next with server rendering',
    page(
      '<div id="__next"><h1>404</h1><h2>This page could not be found.</h2></div><script id="__NEXT_DATA__" type="application/json">{}</script>',
    ),
    'pass',
  ],
  [
    'passes Vue with server rendering',
    page('<div id="app"><!--[--><button>Count is 0</button><!--]--></div>'),
    'pass',
  ],
  [
    'passes an island of Astro with server rendering',
    page(
      '<astro-island uid="Z1" ssr client="load"><h1>Hello world</h1><p>Contact our team today</p></astro-island>',
    ),
    'pass',
  ],
  [
    'passes Angular with server rendering',
    page('<app-root ng-version="20.3.1" ng-server-context="ssr"><h1>Hello world</h1></app-root>'),
    'pass',
  ],
  [
    'passes Angular with prerendering',
    page('<app-root ng-version="20.3.1" ng-server-context="ssg"><p>Hello world</p></app-root>'),
    'pass',
  ],
  ['passes a form in the mount point', page('<div id="root"><form><input name="q"></form></div>'), 'pass'],
  ['passes a picture', page('<img src="/shoe.jpg" alt="">'), 'pass'],
  ['passes a video', page('<video src="/shoe.mp4" controls></video>'), 'pass'],
  ['passes a frame', page('<iframe src="/map"></iframe>'), 'pass'],
  ['passes a frameset', { html: `<head>${APP}</head><frameset><frame src="/a"></frameset>` }, 'pass'],
  [
    'passes content that scripts show',
    page(`<div style="display:none">${SENTENCE.repeat(10)}</div>`),
    'pass',
  ],
  [
    'passes what leads on by refresh',
    page(
      'Redirecting...',
      '<meta http-equiv="refresh" content="5; url=/next"><script>location="/next"</script>',
    ),
    'pass',
  ],
  ['passes what leads on by script', page('<script>location.replace("/next");</script>', ''), 'pass'],
  [
    'passes a note that scripts are off',
    page(
      '<noscript>JavaScript is disabled on your browser.</noscript><main><p><a href="index.html">Overview</a></p></main>',
    ),
    'pass',
  ],
  [
    'passes short pages of a generator',
    page(
      '<div id="top"><div id="projectname">Lib</div></div><div id="main-nav"></div><div class="header">File List</div><div class="contents"></div>',
      '<script src="dynsections.js"></script>',
    ),
    'pass',
  ],
  [
    'passes a component among text',
    page('<h1>Shoes</h1><p>In blue.</p><div><search-box></search-box></div>'),
    'pass',
  ],
]);

describe('script_rendered', () => {
  it('points at the mount point, else at the scripts', () => {
    expect(verdictOn(scriptRendered, page('<div id="root"></div>'))).toMatchObject({
      value: { words: 0, mount_points: 1 },
      evidence: [{ tagName: 'div' }],
    });
    expect(verdictOn(scriptRendered, page(''))).toMatchObject({ evidence: [{ tagName: 'script' }] });
  });

  it.each([
    [
      '<div id="root"></div>',
      'The document is an empty shell: before its scripts run, it has no words of content and 1 element for them to fill.',
    ],
    [
      '<div id="root"></div><main></main><p>Acme',
      'The document is an empty shell: before its scripts run, it has 1 word of content and 2 elements for them to fill.',
    ],
    [
      '<p>Loading, please wait',
      'The document is an empty shell: before its scripts run, it has 3 words of content.',
    ],
    ['<p>Hello world', 'The document has 2 words before any script runs.'],
    [SENTENCE.repeat(5), 'The document has at least 50 words before any script runs.'],
    ['<img src="/shoe.jpg" alt="">', 'The document is not an empty shell that scripts fill.'],
  ])('counts the words of %s', (body, message) => {
    expect(messageOf(findingOn(scriptRendered, page(body)))).toBe(message);
  });
});
