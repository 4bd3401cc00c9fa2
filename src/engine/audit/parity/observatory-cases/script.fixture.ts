import { htmlCases, type ObservatoryCase, type Scored } from './case.fixture.js';

const MOZILLA = { url: 'https://mozilla.org/' };
const INTEGRITY = 'integrity="sha384-zTm/dblzLXQNp3CgY+hfaC/WJ6h4XtNrePh2CW2+rO9GPuNiPb9jmthvAL+oI/dQ"';
const LOCAL = '<script src="/static/js/foo.js"></script>';
const script = (source: string, attributes = '') => `<script src="${source}" ${attributes}></script>`;

/** From the Observatory's own tests. */
const THEIRS: Scored = [
  [-50, LOCAL + script('//fb.me/react-0.14.6.min.js'), LOCAL + script('http://fb.me/react-0.14.6.min.js')],
  [-50, script('//www.mozilla.org/static/js/foo.js')],
  [-20, script('//fb.me/react-0.14.6.min.js', INTEGRITY)],
  [
    -20,
    LOCAL +
      script('http://fb.me/react-0.14.6.min.js', INTEGRITY) +
      script('https://fb.me/react.js', INTEGRITY),
  ],
  [-5, LOCAL + script('https://fb.me/react-0.14.7.min.js')],
  [0, '<p>No scripts', LOCAL, script('https://www.mozilla.org/static/js/foo.js')],
  [5, LOCAL + script('https://fb.me/react-0.14.7.min.js', INTEGRITY)],
  [5, LOCAL + script('https://localhost/react-0.14.7.min.js', INTEGRITY)],
  [5, script('/static/js/react-0.14.7.min.js', INTEGRITY)],
];

/** Derived from its rules, for a page of example.com. */
const RULES: Scored = [
  [
    -50,
    script('//example.com/a.js'),
    script('//www.example.com/a.js'),
    script('//cdn.example/a.js', 'integrity=""'),
    script('http://cdn.example/a.js'),
    `<base href="https://example.com/">${script('//example.com/a.js')}`,
    `<noscript>${script('//cdn.example/a.js')}</noscript>`,
    `<body><noscript>${script('http://cdn.example/a.js')}</noscript>`,
    `<template>${script('//cdn.example/a.js')}</template>`,
    `<template><template>${script('//cdn.example/a.js')}</template></template>`,
    `<template><noscript>${script('//cdn.example/a.js')}</noscript></template>`,
    `<div><template shadowrootmode="open">${script('//cdn.example/a.js')}</template></div>`,
    `<svg>${script('//cdn.example/a.js')}</svg>`,
    script('//cdn.example/a.js') + script('https://cdn.example/a.js'),
    script('http://cdn.example/a.js') + script('/a.js', INTEGRITY),
    script('//cdn.example/a.js', 'type="application/json"'),
    script('//&#99;dn.example/a.js'),
    script('//192.0.2.1/a.js'),
  ],
  [
    -20,
    script('//example.com/a.js', INTEGRITY),
    script('http://cdn.example/a.js', 'integrity="x"'),
    script('http://cdn.example/a.js', 'integrity=" "'),
    script('http://cdn.example/a.js', INTEGRITY) + script('/a.js', INTEGRITY),
    script('//cdn.example/a.js', INTEGRITY) + script('https://cdn.example/a.js', INTEGRITY),
  ],
  [
    -5,
    script('https://cdn.example/a.js'),
    script('https://cdn.example/a.js', 'integrity'),
    script('https://cdn.example/a.js', 'crossorigin="anonymous"'),
    script('https://192.0.2.1/a.js'),
    script('https://localhost/a.js'),
    script('https://example.com.evil.example/a.js'),
    script('https://example.com@evil.example/a.js'),
    script('https://example.co.uk/a.js'),
    script('https://cdn.example/a.js') + script('/a.js', INTEGRITY),
    script('https://cdn.example/a.js') + script('https://cdn.example/b.js', INTEGRITY),
    script('https://cdn.example/a.js') + script('http://cdn.example/b.js', INTEGRITY),
    `<base href="https://example.com/">${script('https://cdn.example/a.js')}`,
    `<p>${script('https://cdn.example:8443/a.js')}`,
  ],
  [
    0,
    '',
    '<script></script>',
    '<script>a()</script>',
    script(''),
    script(' '),
    script('a.js'),
    script('a.js', 'integrity=""'),
    script('/a.js?//cdn.example'),
    script('https://example.com/a.js'),
    script('http://example.com/a.js'),
    script('http://example.com/a.js', INTEGRITY),
    script('https://static.example.com:8443/a.js'),
    script('https://EXAMPLE.com/a.js'),
    script('HTTPS://cdn.example/a.js'),
    script('HTTP://cdn.example/a.js'),
    script('Https://cdn.example/a.js'),
    script(' https://cdn.example/a.js'),
    script('\nhttp://cdn.example/a.js'),
    script(' //cdn.example/a.js'),
    script('///cdn.example/a.js'),
    script('////cdn.example/a.js'),
    script('//'),
    script(String.raw`\\cdn.example\a.js`),
    script(String.raw`/\cdn.example/a.js`),
    script(String.raw`https:\\cdn.example\a.js`),
    script('https:/cdn.example/a.js'),
    script('https:cdn.example/a.js'),
    script('ftp://cdn.example/a.js'),
    script('data:text/javascript,a()'),
    script('blob:https://cdn.example/1'),
    script('htt\tps://cdn.example/a.js'),
    `<base href="http://cdn.example/">${script('a.js')}`,
    '<svg><script href="http://cdn.example/a.js"></script></svg>',
    `<!-- ${script('//cdn.example/a.js')} -->`,
    `<textarea>${script('//cdn.example/a.js')}</textarea>`,
    `<title>${script('//cdn.example/a.js')}</title>`,
    `<style>${script('//cdn.example/a.js')}</style>`,
    '<link rel="preload" as="script" href="//cdn.example/a.js">',
    '<img src="//cdn.example/a.png">',
  ],
  [
    5,
    script('https://cdn.example/a.js', INTEGRITY),
    script('https://cdn.example/a.js', 'integrity=x'),
    script('https://cdn.example/a.js', 'INTEGRITY=x'),
    script('a.js', INTEGRITY),
    script('a.js', INTEGRITY) + script('b.js'),
    script('https://www.example.com/a.js', INTEGRITY),
    script('HTTPS://cdn.example/a.js', INTEGRITY),
    script('///cdn.example/a.js', INTEGRITY),
    script(' ', INTEGRITY),
    script('https://cdn.example/a.js', INTEGRITY) + LOCAL,
    `<noscript>${script('a.js', INTEGRITY)}</noscript>`,
    '<script src="a.js" src="//cdn.example/a.js" integrity="x"></script>',
  ],
];

const FOREIGN = script('//cdn.example/a.js');
const ofType = (type: string | null) => ({
  headers: type === null ? [] : ([['content-type', type]] as const),
});

export const SCRIPT_CASES: readonly ObservatoryCase[] = [
  ...htmlCases(THEIRS, MOZILLA),
  ...htmlCases([[0, '{"foo": "bar"}']], ofType('application/json')),
  ...htmlCases(RULES),
  ...htmlCases(
    [
      [0, script('a.js', INTEGRITY)],
      [-5, script('https://cdn.example/a.js')],
    ],
    { url: 'http://example.com/' },
  ),
  ...htmlCases([[0, FOREIGN]], ofType('Text/HTML')),
  ...htmlCases([[0, FOREIGN]], ofType('text/html ;charset=utf-8')),
  ...htmlCases([[0, FOREIGN]], ofType('image/svg+xml')),
  ...htmlCases([[-50, FOREIGN]], ofType('application/xhtml+xml')),
  ...htmlCases([[-50, FOREIGN]], ofType('text/html;charset=utf-8')),
  ...htmlCases([[-50, FOREIGN]], ofType(null)),
  ...htmlCases(
    [
      [0, script('https://example.com/a.js')],
      [-5, script('https://other.example/a.js')],
    ],
    { requestedUrl: 'https://example.com/', url: 'https://other.example/' },
  ),
  ...htmlCases([[0, script('https://192.0.2.2/a.js')]], { url: 'https://192.0.2.1/' }),
];
