import { aPage } from '../example-page.js';
import { elementsNamed } from '../dom/dom.js';
import { isHidden } from '../dom/visibility.js';

function isShown(css: string, markup: string): boolean {
  const page = aPage({
    html: `<!doctype html><html><head><meta name=viewport content="width=device-width"><style>${css}</style></head><body>${markup}</body></html>`,
  });
  const [element] = page.dom.elements.filter(({ attrs }) => attrs.some(({ name }) => name === 'data-x'));
  if (!element) throw new Error('Nothing is marked');
  return !isHidden(element);
}

const X = '<p id=i class="a b" data-x>text</p>';

describe('visibility by style sheets', () => {
  it.each([
    ['a type', 'p{display:none}', X],
    ['a class', '.a { display : none }', X],
    ['an id', '#i{visibility:hidden}', X],
    ['a list', 'h1,.b{display:none}', X],
    ['an ancestor', '.o p{display:none}', `<div class=o>${X}</div>`],
    ['an ancestor that is hidden', '.o{display:none}', `<div class=o>${X}</div>`],
    ['a parent', 'body>p{display:none}', X],
    ['a sibling before', 'h2~p{display:none}', `<h2>t</h2><hr>${X}`],
    ['what it contains', 'p:has(b){display:none}', '<p data-x><b>t</b></p>'],
    ['what it is not', 'p:not(.c){display:none}', X],
    [':is()', ':is(h1,.a){display:none}', X],
    [':where()', ':where(.a,h1){display:none}', X],
    ['a forgiven part of :is()', ':is(:-moz-x,.a){display:none}', X],
    ['an attribute', 'p[class~=b]{display:none}', X],
    ['nesting', '.o{color:red;& .a{display:none}}', `<div class=o>${X}</div>`],
    ['nesting without &', '.o{.a{display:none}}', `<div class=o>${X}</div>`],
    ['a condition in a rule', '.a{@media (width<500px){display:none}}', X],
    ['the later of equals', '.a{display:block}.b{display:none}', X],
    ['the more specific', '#i{display:none}.a.b{display:block}', X],
    ['the important', '.a{display:none!important}#i{display:block}', X],
    [
      'the important over a style attribute',
      '.a{display:none ! important}',
      '<p class=a style="display:block" data-x>',
    ],
    ['what is outside of layers', '.b{display:none}@layer base{#i{display:block}}', X],
    ['the later layer', '@layer one,two;@layer two{.a{display:none}}@layer one{#i{display:block}}', X],
    [
      'the important of the first layer',
      '@layer one{.a{display:none!important}}@layer two{#i{display:block!important}}',
      X,
    ],
    ['a phone', '@media (max-width:600px){.a{display:none}}', X],
    ['screens', '@media screen{.a{display:none}}', X],
    ['touch', '@media (hover:none) and (pointer:coarse){.a{display:none}}', X],
    ['supported properties', '@supports (display:grid) and (not (display:foo)){.a{display:none}}', X],
    ['what follows a comment', '/* } */.a{/* ; */display:none}', X],
    ['what follows a string', '.c::before{content:"}"}.a{display:none}', X],
    ['what follows an unquoted address', '.c{background:url(data:x;{)}.a{display:none}', X],
    ['what follows broken rules', 'p{color:}}.z{;}.a{display:none}', X],
    ['what is not closed', '.a{display:none', X],
    ['all', '.a{visibility:hidden}', X],
    ['content', 'div{content-visibility:hidden}', `<div>${X}</div>`],
    ['an escaped class', '.md\\:x{display:none}', '<p class="md:x" data-x>'],
    ['a mixed case', 'P.a{DISPLAY:NONE}', X],
  ])('hide by %s', (_what, css, markup) => {
    expect(isShown(css, markup)).toBe(false);
  });

  it.each([
    ['wide screens', '@media (min-width:800px){.a{display:none}}', X],
    ['paper', '@media print{.a{display:none}}', X],
    ['mice', '@media (hover:hover){.a{display:none}}', X],
    ['what is not supported', '@supports (-moz-appearance:none){.a{display:none}}', X],
    ['values of other engines', '@supports (-webkit-appearance:-apple-pay-button){.a{display:none}}', X],
    ['pseudo-elements', '.a::before,.a:after{display:none}', X],
    ['invalid lists', '.a,:-moz-x{display:none}', X],
    ['states', '.a:hover,.a:focus{display:none}', X],
    ['invalid values', '.a{display:none\\9}', X],
    ['hacks', '.a{*display:none;_display:none}', X],
    ['keyframes', '@keyframes k{from{display:none}}', X],
    ['comments', '/*.a{display:none}*/', X],
    [
      'a shown child of an invisible one',
      '.o{visibility:hidden}.a{visibility:visible}',
      `<div class=o>${X}</div>`,
    ],
    ['a hidden attribute that is overruled', '[hidden]{display:block}', '<p hidden data-x>t</p>'],
    ['an unset', '.a{display:none}.b{display:initial}', X],
    ['a style attribute', '#i{display:none}', '<p id=i style="display:block" data-x>'],
    ['the original value', 'p{display:none}.a{display:revert}', X],
  ])('do not hide by %s', (_what, css, markup) => {
    expect(isShown(css, markup)).toBe(true);
  });

  it('style sheets apply to slotted elements, but not to shadow trees', () => {
    const markup = (inside: string) =>
      `<div><template shadowrootmode=open>${inside}<slot></slot></template><b class=a>x</b></div>`;
    const html = `<!doctype html><style>.a{display:none}</style>${markup('<i class=a>y</i>')}`;
    const { dom } = aPage({ html });
    expect(elementsNamed(dom, 'i', 'b').map((element) => [element.tagName, isHidden(element)])).toEqual([
      ['i', false],
      ['b', true],
    ]);
  });

  it.each([
    ['', 980],
    ['width=device-width', 412],
    ['initial-scale=1', 412],
    ['width=600', 600],
    ['width=device-width, initial-scale=0.5', 824],
    ['user-scalable=no', 980],
  ])('lays a page out as its viewport says: %s', (content, width) => {
    const html = `<!doctype html><meta name=viewport content="${content}"><style>@media (width:${String(width)}px){p{display:none}}</style><p>x`;
    const { dom } = aPage({ html });
    expect(elementsNamed(dom, 'p').map(isHidden)).toEqual([true]);
  });

  it.each([
    [`document.getElementById('s').style.display = "block"`, false],
    [`$('#s').show(0);`, false],
    [`$("#s").show(); $('#s').hide();`, true],
    [`function f() { document.getElementById('s').style.display = "block" }`, true],
    [`document.getElementById('other').style.display = "block"`, true],
  ])('does what the plainest scripts do: %s', (script, hidden) => {
    const { dom } = aPage({
      html: `<!doctype html><form id=s style="display: none"><input></form><script>${script}</script>`,
    });
    expect(elementsNamed(dom, 'input').map(isHidden)).toEqual([hidden]);
  });

  it('reads external style sheets and their imports', () => {
    const styleSheets = new Map([
      [
        'https://example.com/css/a.css',
        { url: 'https://example.com/css/a.css', type: 'text/css', text: '@import "b.css" layer(x);' },
      ],
      [
        'https://example.com/css/b.css',
        { url: 'https://example.com/css/b.css', type: 'text/css', text: 'p{display:none}' },
      ],
    ]);
    const html = '<!doctype html><link rel=stylesheet href=css/a.css><p>x';
    const page = aPage({ html, styleSheets });
    expect(elementsNamed(page.dom, 'p').map(isHidden)).toEqual([true]);
    expect(page.isUnstyled).toBe(false);
    const without = aPage({ html });
    expect(without.missingSheets).toEqual(['https://example.com/css/a.css']);
    expect(without.isUnstyled).toBe(true);
  });
});
