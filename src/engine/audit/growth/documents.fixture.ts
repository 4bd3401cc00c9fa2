import { type Dimension } from './dimension.fixture.js';
import { DOCUMENT_DIVISOR, copies, halves, MAX_DOCUMENT_CHARACTERS, repeated } from './sizes.fixture.js';

const BODY = { before: '<!doctype html><title>A page</title><body>' };
const COMMON = 'div p span b i ul li dl dt dd h1 h2 table tr td section article nav details summary'.split(
  ' ',
);

const XHTML: readonly Dimension[] = [
  repeated('self-closed elements in XHTML', () => '<div/><a/><script src="/a.js"/>', BODY),
  repeated('self-closed elements in nested ones in XHTML', () => '<i><tr/>', BODY),
].map((dimension) => ({
  ...dimension,
  pagesOf: (size) =>
    dimension
      .pagesOf(size)
      .map((page) => ({ ...page, headers: [['content-type', 'application/xhtml+xml']] as const })),
}));

const ELEMENTS: readonly Dimension[] = [
  repeated('elements', () => '<p>text', BODY),
  repeated('elements, empty', () => '<p>', BODY),
  repeated('elements of many kinds', (n) => `<${COMMON[n % COMMON.length] ?? ''}>x`, BODY),
  repeated('elements of unknown names', (n) => `<x-${n}></x-${n}>`, BODY),
  repeated('attributes in all', (n) => `<p id=i${n} class="a b" lang=en title=t data-a=1>`, BODY),
  repeated('attributes on one element', (n) => ` a${n}=1`, {
    before: '<body><a href=x',
    after: '>x',
    elements: 0,
  }),
  repeated('attributes that repeat', () => ' id=a', { before: '<body><a href=x', after: '>x', elements: 0 }),
  repeated('attributes of repeated body tags', (n) => `<body a${n}=1>`, { ...BODY, elements: 0 }),
  repeated('class names', (n) => `c${n} `, { before: '<body><p class="', after: '">', elements: 0 }),
  repeated('inline styles', (n) => `<p style="width:${n}px;display:block;color:red">x`, BODY),
  repeated('declarations in one style', (n) => `display:block;width:${n}px;`, {
    before: '<body><p style="',
    after: '">x<img src=a style="left:0">',
    elements: 0,
  }),
  repeated('text nodes', () => 'text<br>', BODY),
  repeated('words', () => 'word ', { ...BODY, elements: 0 }),
  repeated('lines', () => '\n', { before: '<p style=a>'.repeat(12), elements: 0, after: '<center>' }),
  repeated('comments', () => '<!--x-->', { ...BODY, elements: 0 }),
  repeated('unspaced text', () => '文字', { ...BODY, elements: 0 }),
  repeated('emoji', () => '😀', { ...BODY, elements: 0 }),
  repeated('character references', () => '&amp;', { ...BODY, elements: 0 }),
  repeated('white space between elements', () => '<i> </i>', {
    before: '<body><a href=/a>here',
    after: '</a>x',
  }),
  repeated('dots in a link', () => '.', { before: '<body><a href=/a>here', after: 'x</a>', elements: 0 }),
  repeated('empty blocks in a link', () => '<div></div>', {
    before: '<body><a href=/a>here',
    after: 'x</a>',
  }),
];

const DEPTH: readonly Dimension[] = [
  repeated('depth', () => '<div>', BODY),
  repeated('depth of spans with text', () => '<span>x', BODY),
  repeated('depth in a generic link', () => '<span lang=en>', { before: '<body><a href=/a>', after: 'here' }),
  repeated('depth of SVG links', () => '<a href="/x">here', { before: '<body><svg>' }),
  repeated('depth of links', () => '<a href=/x>x<object>', { ...BODY, elements: 2 }),
  repeated('depth of lists', () => '<ul><li><a href=/a>x', { ...BODY, elements: 3 }),
  repeated('depth of tables', () => '<table><tr><td>', { ...BODY, elements: 4 }),
  repeated('depth of headings', () => '<h1>x<div>', { ...BODY, elements: 2 }),
  repeated('depth of closed details', () => '<details>x', BODY),
  repeated('depth of sections', () => '<section><header>', { ...BODY, elements: 2 }),
  repeated('depth of closed shadow roots', () => '<div><template shadowrootmode=closed><slot>', {
    ...BODY,
    elements: 3,
  }),
  repeated('depth of slots', () => '<slot><li>x</li>', { ...BODY, elements: 2 }),
  repeated('depth of mount points', () => '<main class=loading>', {
    before: '<script src=/a></script><body>',
  }),
  repeated('depth of open shadow roots', () => '<div><template shadowrootmode=open><p>x', {
    ...BODY,
    elements: 3,
  }),
  halves(
    'metas in depth',
    () => '<div>',
    () => '<meta name=robots content=all>',
    BODY,
  ),
  halves(
    'links in depth',
    () => '<div>',
    () => '<link rel=canonical href=/>',
    BODY,
  ),
  halves(
    'titles in depth',
    () => '<svg>',
    () => '<title>x</title>',
    BODY,
  ),
  halves(
    'scripts in depth',
    () => '<div>',
    () => '<script src=/a></script>',
    BODY,
  ),
  halves(
    'inputs in depth',
    () => '<div>',
    () => '<input>',
    BODY,
  ),
  halves(
    'anchors in depth',
    () => '<div>',
    () => '<a href=/>x</a>',
    BODY,
  ),
];

/** Markup that makes the parser repair the tree. */
const REPAIRS: readonly Dimension[] = [
  repeated('unclosed formatting elements', (n) => `<font color=c${n}>`, BODY),
  repeated('misnested formatting elements', () => '<b><p></b>', { ...BODY, elements: 3 }),
  repeated('misnested links', (n) => `<a href=/${n}><div>x`, { ...BODY, elements: 3 }),
  repeated('formatting elements around blocks', () => '<b><i><div></b></i>', { ...BODY, elements: 6 }),
  repeated('elements fostered before a table', () => '<i>x</i>', { before: '<body><table>' }),
  repeated('text fostered before a table', () => 'x<tr>', { before: '<body><table>' }),
  repeated('unmatched end tags', () => '</x>', { ...BODY, elements: 0 }),
  halves(
    'unmatched end tags in depth',
    () => '<div>',
    () => '</i></x>',
    { ...BODY, elements: 1 },
  ),
  repeated('list items without a list', () => '<li>', BODY),
  repeated('options', () => '<option>x', { before: '<body><select>' }),
  repeated('less-than signs', () => '<', { ...BODY, elements: 0 }),
  repeated('less-than signs in a tag', () => '<a', { before: `<body>`, after: ' style=x>', elements: 0 }),
  repeated('quotes in a tag', () => '=" ', { before: '<body><center ', after: '>', elements: 0 }),
];

const CONTENT: readonly Dimension[] = [
  repeated('anchors', (n) => `<a href=/${n}>x</a>`, BODY),
  repeated('anchors to one address', () => '<a href=/a>click here</a>', BODY),
  repeated('anchors to other sites', (n) => `<a href=http://s${n}.example/ target=_blank>x</a>`, BODY),
  repeated('anchors to networks', (n) => `<a href=https://x.com/${n}>x</a>`, BODY),
  repeated('anchors by script', () => '<a href="javascript:void(0)" onclick=x>x</a>', BODY),
  repeated('anchors without address', () => '<a onclick=x>x</a>', BODY),
  repeated('anchors with a language', () => '<a href=/a lang=en>here</a>', BODY),
  repeated('anchors to invalid addresses', () => '<a href="http://[">x</a>', BODY),
  repeated('images', (n) => `<img src=/${n}.png>`, BODY),
  repeated('images in many sizes', (n) => `/${n}.png ${n}w,`, {
    before: '<body><img srcset="',
    after: '">',
    elements: 0,
  }),
  repeated('widths of one image', (n) => `(min-width:${n}px) ${n}px,`, {
    before: '<body><img srcset="/a 1w" sizes="',
    after: '">',
    elements: 0,
  }),
  repeated(
    'images and sources in one picture',
    (n) => `<source media=print srcset=/${n}><img src=/${n}.png>`,
    {
      before: '<body><picture>',
      elements: 2,
    },
  ),
  repeated('images in a style sheet', (n) => `p{background:url(http://localhost/${n})}`, {
    before: '<style>',
    after: '</style>',
    elements: 0,
  }),
  repeated('scripts', (n) => `<script src=https://s${n}.example/a.js></script>`, BODY),
  repeated('scripts with integrity', () => '<script src=//a.example/a.js integrity=sha256-x></script>', BODY),
  repeated('inline scripts', () => '<script>x</script>', BODY),
  repeated('scripts in noscript', () => '<noscript><script src=//a.example/></script></noscript>', BODY),
  repeated('elements in noscript', () => '<b>', { before: '<body><noscript><script></script>' }),
  repeated('iframes', (n) => `<iframe src=/${n}></iframe>`, BODY),
  repeated('objects', () => '<object data=x></object>', BODY),
  repeated('templates', () => '<template><p>x</template>', { ...BODY, elements: 2 }),
  repeated(
    'slots with what they show',
    (n) => `<slot name=s${n}></slot></template><b slot=s${n}>x</b><template>`,
    {
      before: '<body><x-a><template shadowrootmode=open>',
      elements: 3,
    },
  ),
  repeated(
    'boundaries of React with streamed content',
    (n) =>
      `<!--$?--><template id=B:${n}></template>x<!--/$--><p hidden id=S:${n}>y</p><script>$RC("B:${n}","S:${n}")</script>`,
    { ...BODY, elements: 3 },
  ),
  repeated(
    'depth of streamed content',
    (n) =>
      `<p hidden id=S:${n}><b><template id=P:${n + 1}></template></b></p><script>$RS("S:${n + 1}","P:${n + 1}")</script>`,
    { before: '<body><template id=P:0></template><script>$RS("S:0","P:0")</script>', elements: 4 },
  ),
  repeated('open shadow roots', () => '<template shadowrootmode=open><p>x</template>', {
    ...BODY,
    elements: 2,
  }),
  repeated('elements in one shadow root', () => '<p>', { before: '<body><template shadowrootmode=open>' }),
  repeated('headings', (n) => `<h${(n % 6) + 1}>x</h${(n % 6) + 1}>`, BODY),
  repeated('headings of level 1', () => '<h1>x</h1>', BODY),
  repeated('children of a closed details', () => '<b>x</b>', { before: '<body><details>' }),
  repeated('list items', () => '<li>x', { before: '<body><ul>' }),
  repeated('definitions', () => '<dt>x<dd>y', { before: '<body><dl>', elements: 2 }),
  repeated('rows', () => '<tr><td headers=a>x', { before: '<body><table>', elements: 2 }),
  repeated('cells of a presentational table', () => '<td>x', { before: '<body><table role=none><tr>' }),
  repeated('JSON-LD blocks', () => '<script type=application/ld+json>{"@type":"Product"}</script>', BODY),
  repeated('JSON-LD nodes', (n) => `{"@type":"T${n}"},`, {
    before: '<body><script type=application/ld+json>[',
    after: '{}]</script>',
    elements: 0,
  }),
  {
    name: 'JSON-LD depth',
    most: Math.floor(MAX_DOCUMENT_CHARACTERS / 13),
    divisor: DOCUMENT_DIVISOR,
    pagesOf: (size) => [
      { html: `<script type=application/ld+json>${'{"@graph":['.repeat(size)}${']}'.repeat(size)}</script>` },
    ],
  },
  {
    name: 'a long base address, many addresses',
    most: 250_000,
    divisor: DOCUMENT_DIVISOR,
    pagesOf: (size) => [
      { html: `<base href="/${'b'.repeat(size * 20)}/"><body>${copies((n) => `<a href=${n}>x`, size)}` },
    ],
  },
];

export const DOCUMENT_DIMENSIONS: readonly Dimension[] = [
  ...XHTML,
  ...ELEMENTS,
  ...DEPTH,
  ...REPAIRS,
  ...CONTENT,
];
