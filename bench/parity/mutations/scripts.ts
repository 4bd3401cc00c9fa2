import { type Change, type Mutation, both, eachOf, edit, group, header } from './draft.js';
import { intoBodyEnd, intoBodyStart, intoHeadEnd } from './html-edit.js';

const scriptless: Change = (draft) => {
  draft.html = draft.html
    .replaceAll(/<script\b[^>]*>[^]*?<\/script\s*>/gi, '')
    .replaceAll(/<base\b[^>]*>/gi, '');
};
const HASH = 'sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC';
const script = (src: string, attributes = '') => `<script src="${src}"${attributes}></script>`;
const INTEGRITY = ` integrity="${HASH}"`;

/** Scripts, and whether browsers check what they load. */
export const scriptMutations: readonly Mutation[] = [
  ...eachOf(
    'sri',
    [
      '',
      '<script>var inline;</script>',
      script('/app.js'),
      script('app.js'),
      script('../app.js'),
      script('/app.js', INTEGRITY),
      script('{origin}/app.js'),
      script('{origin}/app.js', INTEGRITY),
      script('http://{host}/app.js'),
      script('http://{host}/app.js', INTEGRITY),
      script('https://cdn.parity.test/app.js'),
      script('https://cdn.parity.test/app.js', INTEGRITY),
      script('http://cdn.parity.test/app.js'),
      script('https://cdn.example/app.js'),
      script('https://cdn.example/app.js', INTEGRITY),
      script('https://cdn.example/app.js', `${INTEGRITY} crossorigin="anonymous"`),
      script('https://cdn.example/app.js', ' integrity=""'),
      script('https://cdn.example/app.js', ' integrity="nonsense"'),
      script('https://cdn.example/app.js', ' INTEGRITY="x"'),
      script('http://cdn.example/app.js'),
      script('http://cdn.example/app.js', INTEGRITY),
      script('//cdn.example/app.js'),
      script('//cdn.example/app.js', INTEGRITY),
      script('//{host}/app.js'),
      script('//{host}/app.js', INTEGRITY),
      script('///cdn.example/app.js'),
      script('HTTPS://CDN.EXAMPLE/app.js'),
      script(' https://cdn.example/app.js'),
      script('https:\\\\cdn.example\\app.js'),
      script('https:cdn.example/app.js'),
      script('data:text/javascript,1'),
      script('blob:x'),
      script('javascript:1'),
      script('ftp://cdn.example/app.js'),
      script('file:///app.js'),
      script(''),
      script(' '),
      script('#'),
      script('http://['),
      script('https://localhost/app.js'),
      script('https://127.0.0.1/app.js'),
      script('https://example.co.uk/app.js'),
      script('https://user.github.io/app.js'),
      script('/app.js?x=https://cdn.example/'),
      script('https://cdn.example/app.js', ' type="module"'),
      script('https://cdn.example/app.js', ' type="text/template"'),
      script('https://cdn.example/app.js', ' type="application/json"'),
      script('https://cdn.example/app.js', ' async defer'),
      script('https://cdn.example/app.js', ' nomodule'),
      '<script src="https://cdn.example/app.js"/>',
      '<SCRIPT SRC="https://cdn.example/app.js"></SCRIPT>',
      '<script SRC=https://cdn.example/app.js></script>',
      '<script src="&#104;ttps://cdn.example/app.js"></script>',
      '<script src="https&colon;//cdn.example/app.js"></script>',
      '<script data-src="https://cdn.example/app.js"></script>',
      `<!-- ${script('https://cdn.example/app.js')} -->`,
      `<noscript>${script('https://cdn.example/app.js')}</noscript>`,
      `<template>${script('https://cdn.example/app.js')}</template>`,
      `<textarea>${script('https://cdn.example/app.js')}</textarea>`,
      `<svg>${script('https://cdn.example/app.js')}</svg>`,
      '<svg><script href="https://cdn.example/app.js"></script></svg>',
      '<svg><script xlink:href="https://cdn.example/app.js"></script></svg>',
      '<math><script src="https://cdn.example/app.js"></script></math>',
      `<iframe srcdoc="<script src=https://cdn.example/app.js></script>" title=x></iframe>`,
      '<link rel="stylesheet" href="https://cdn.example/app.css">',
      '<link rel="modulepreload" href="https://cdn.example/app.js">',
      '<link rel="preload" as="script" href="https://cdn.example/app.js">',
      script('https://a.example/1.js', INTEGRITY) + script('https://b.example/2.js'),
      script('https://a.example/1.js') + script('http://b.example/2.js'),
      script('https://a.example/1.js', INTEGRITY) + script('http://b.example/2.js', INTEGRITY),
      script('https://a.example/1.js', INTEGRITY) + script('https://b.example/2.js', INTEGRITY),
      script('/1.js', INTEGRITY) + script('/2.js'),
      script('/1.js', INTEGRITY) + script('https://b.example/2.js'),
      script('/1.js', INTEGRITY) + script('https://b.example/2.js', INTEGRITY),
      script('https://b.example/2.js', INTEGRITY) + script('/1.js', INTEGRITY),
      script('//b.example/2.js') + script('https://b.example/2.js'),
      script('/1.js') + script('https://b.example/2.js', INTEGRITY),
      `<script src="https://a.example/1.js" src="/1.js"></script>`,
      `<script src="/1.js" src="https://a.example/1.js"></script>`,
      `<script src="https://a.example/1.js" integrity integrity="${HASH}"></script>`,
    ],
    (text) => both(scriptless, edit(intoBodyEnd, text)),
  ),
  ...group('sri', [
    ['foreign script in the head', both(scriptless, edit(intoHeadEnd, script('https://cdn.example/app.js')))],
    [
      'relative script with a base of another host',
      both(
        scriptless,
        both(edit(intoHeadEnd, '<base href="https://cdn.example/">'), edit(intoBodyEnd, script('app.js'))),
      ),
    ],
    [
      'foreign script over plain http',
      both(
        scriptless,
        both(
          (draft) => {
            draft.tls = 'none';
          },
          edit(intoBodyEnd, script('https://cdn.example/app.js')),
        ),
      ),
    ],
    [
      'relative script with integrity over plain http',
      both(
        scriptless,
        both(
          (draft) => {
            draft.tls = 'none';
          },
          edit(intoBodyEnd, script('/app.js', INTEGRITY)),
        ),
      ),
    ],
    ...[
      'text/plain',
      'TEXT/HTML',
      'text/html ;charset=utf-8',
      'application/xhtml+xml',
      'application/json',
      '',
    ].map(
      (type) =>
        [
          `foreign script in a page of type ${type}`,
          both(
            scriptless,
            both(header('Content-Type', type), edit(intoBodyEnd, script('https://cdn.example/app.js'))),
          ),
        ] as const,
    ),
    [
      'foreign script in a page without a type',
      both(scriptless, both(header('Content-Type'), edit(intoBodyEnd, script('https://cdn.example/app.js')))),
    ],
    [
      'foreign script after a plaintext',
      both(scriptless, edit(intoBodyStart, `<plaintext>${script('https://cdn.example/app.js')}`)),
    ],
    [
      'foreign script in a title',
      both(scriptless, edit(intoHeadEnd, `<title>${script('https://cdn.example/app.js')}</title>`)),
    ],
    [
      'foreign script after the end of the page',
      both(scriptless, (draft) => {
        draft.html += script('https://cdn.example/app.js');
      }),
    ],
    [
      'empty page',
      (draft) => {
        draft.html = '';
      },
    ],
    [
      'page of JSON',
      (draft) => {
        draft.html = '{"a": 1}';
      },
    ],
  ]),
];
