import { type Dimension } from './dimension.fixture.js';
import { DOCUMENT_DIVISOR, MAX_DOCUMENT_CHARACTERS, runOf } from './sizes.fixture.js';

/** Texts that cause backtracking at every character in ambiguous patterns. */
export const RUNS: readonly string[] = [
  ...[
    ' ',
    '\t',
    '\n',
    'a',
    'a ',
    '1',
    '1.',
    '0',
    '.',
    ',',
    ', ',
    ';',
    '; ',
    ':',
    '/',
    '//',
    '=',
    '-',
    'a-',
    '@',
    'a@',
  ],
  ...[
    'a.',
    '%',
    '%20',
    '<',
    '<a',
    '&',
    '&#0',
    "'",
    "='",
    '#',
    '$',
    '*',
    '!',
    '! important',
    '[',
    '](',
    '(',
    '?',
    '\\',
  ],
  ...[
    'é',
    '文',
    '\u00a0',
    'charset',
    'charset=',
    '/*',
    'url=',
    'http:',
    'sha256-',
    ' nofollow',
    '"',
    '>',
    '<!--',
    '@font-face{src:url(',
  ],
];

/** Markup in which checks read text, marked by `@`. Attributes are in double quotes. */
const SLOTS: readonly string[] = [
  '<meta name="robots" content="@">',
  '<meta name="robots" content="unavailable_after: @x">',
  '<meta http-equiv="refresh" content="@">',
  '<meta http-equiv="refresh" content="1@x">',
  '<meta http-equiv="refresh" content="0;url@x">',
  '<meta http-equiv="content-type" content="@">',
  '<meta http-equiv="content-type" content="charset=@!">',
  '<meta http-equiv="content-type" content="charset@!">',
  '<meta http-equiv="content-security-policy" content="@">',
  '<meta http-equiv="content-security-policy" content="script-src @">',
  '<meta name="viewport" content="@">',
  '<meta name="viewport" content="width=@,user-scalable@">',
  '<meta name="description" content="@">',
  '<meta name="referrer" content="@">',
  '<meta property="og:url" content="@">',
  '<meta name="twitter:card" content="@">',
  '<link rel="@" href="@">',
  '<link rel="canonical" href="/@">',
  '<link rel="alternate" hreflang="@" href="@">',
  '<link rel="icon@" href="/@">',
  '<style>@</style><body>',
  '<style>@import url(@;p{a:url(@</style><style>@import "@x;@font-face{src:url("@")}</style><body>',
  '<a href="@" rel="@" target="_blank">x</a>',
  '<a href="/a" rel="x @x" tabindex="@">click here@x</a>',
  '<a href="/b" aria-label="@" title="@"></a>',
  '<a href="/c" aria-labelledby="@" aria-owns="@"></a>',
  '<a href="javascript:@">x</a><a href="mailto:@">x</a><a href="https://@/">x</a><a href="/@">x</a>',
  '<img src="@" srcset="@" alt="@" width="@" height="1@%">',
  '<img src="/a" width="@x" style="@"><img src="/b" style="width:@x;height:@x;aspect-ratio:@x">',
  '<p style="display:@x">x</p><p style="visibility:hidden!@x">x</p><p style="@:none">x</p>',
  '<label for="i@">x</label><input id="i@" type="@" value="@" role="@" aria-level="@">',
  '<label for="o" style="position@x;left@x;opacity:0@x;clip-path:@x">x</label><input id="o">',
  '<input type="number" value="-@x"><input type="range" value="1@x">',
  '<label><input type="number" value="-@x">x<select size="@"><option>@</select></label>',
  '<script src="@" integrity="@" type="@"></script><script src="/a" type=" @x"></script>',
  '<script src="https://a.example/a.js" integrity="x @x"></script>',
  '<script type="application/ld+json">@</script><script type="application/ld+json@x">{}</script>',
  '<script type="application/ld+json">"@"</script>',
  '<iframe src="@" title="@" sandbox="@"></iframe><object data="@"></object>',
  '<form action="@" method="@"></form><h2 aria-level="@">@</h2><li>@</li><p typeof="@" itemscope itemtype="@">',
  '<noscript>@</noscript><textarea>@</textarea><video src="@" poster="@"></video>',
  '<p lang="@" id="@" class="@" aria-hidden="@" hidden="@">x@x</p>',
];
const SHARE = SLOTS.join('').split('@').length - 1;
const FIXED = 4000;

/** Each run in the title, the headings and every attribute that a check reads. */
export const STRING_DIMENSIONS: readonly Dimension[] = RUNS.map((run) => ({
  name: `text of ${JSON.stringify(run)}`,
  most: Math.floor((MAX_DOCUMENT_CHARACTERS - FIXED) / (SHARE + 4)),
  divisor: DOCUMENT_DIVISOR,
  pagesOf: (size) => {
    const filled = fill(SLOTS.join(''), runOf(run, size));
    return [
      { html: fill('<html lang="@" xml:lang="@"><title>@x</title><h1>@x</h1>', runOf(run, size)) + filled },
    ];
  },
}));

/** Escapes quotation marks and angle brackets, which would end the attribute or text. */
function fill(template: string, text: string): string {
  return template.replaceAll('@', () =>
    text.replaceAll('"', '&quot;').replaceAll('>', '&gt;').slice(0, text.length),
  );
}
