import { type Random, pick } from '../random.js';
import { type Change, type Mutation, group } from './draft.js';
import {
  intoBodyEnd,
  intoBodyStart,
  intoHeadEnd,
  intoHeadStart,
  untitled,
  withStartTags,
} from './html-edit.js';

const SEO_HEAD =
  '<title>Wrapped title</title><meta name="description" content="Wrapped description">' +
  '<meta name="robots" content="noindex"><link rel="canonical" href="/relative">' +
  '<link rel="alternate" hreflang="xx-yy" href="/relative">';
const BAD_BODY =
  '<img src="wrapped.png"><a href="/wrapped.html">click here</a><a href="javascript:void(0)">Wrapped</a>';

const whole = (change: (html: string, random: Random) => string): Change => {
  return (draft, random) => {
    draft.html = change(draft.html, random);
  };
};
const inHead = (wrap: (snippet: string) => string) =>
  whole((html) => intoHeadEnd(untitled(html), wrap(SEO_HEAD)));
const inBody = (wrap: (snippet: string) => string) => whole((html) => intoBodyEnd(html, wrap(BAD_BODY)));
const around = (name: string) => (snippet: string) => `<${name}>${snippet}</${name}>`;

/** Markup that parsers differ in. */
export const markupMutations: readonly Mutation[] = [
  ...group('markup', [
    [
      'tag names in upper case',
      whole((html) => html.replaceAll(/<\/?[a-z][a-z0-9]*/g, (tag) => tag.toUpperCase())),
    ],
    [
      'tag names in random case',
      whole((html, random) => html.replaceAll(/<\/?[a-z][a-z0-9]*/gi, (tag) => randomCase(tag, random))),
    ],
    [
      'attribute names in upper case',
      whole((html) => onAttributes(html, (name, value) => `${name.toUpperCase()}="${value}"`)),
    ],
    [
      'attribute names in random case',
      whole((html, random) => onAttributes(html, (name, value) => `${randomCase(name, random)}="${value}"`)),
    ],
    [
      'attribute values in single quotes',
      whole((html) =>
        onAttributes(html, (name, value) =>
          value.includes("'") ? `${name}="${value}"` : `${name}='${value}'`,
        ),
      ),
    ],
    [
      'attribute values without quotes',
      whole((html) =>
        onAttributes(html, (name, value) =>
          /^[^\s"'=<>`]+$/.test(value) ? `${name}=${value} ` : `${name}="${value}"`,
        ),
      ),
    ],
    [
      'spaces around equals signs',
      whole((html) => onAttributes(html, (name, value) => `${name} =\n "${value}"`)),
    ],
    [
      'numeric references in attributes',
      whole((html, random) => onAttributes(html, (name, value) => `${name}="${referenced(value, random)}"`)),
    ],
    [
      'every attribute twice, the second one empty',
      whole((html) => onAttributes(html, (name, value) => `${name}="${value}" ${name}=""`)),
    ],
    [
      'every attribute twice, the first one empty',
      whole((html) => onAttributes(html, (name, value) => `${name}="" ${name}="${value}"`)),
    ],
    [
      'void elements closed by a slash',
      whole((html) => html.replaceAll(/<(meta|link|img|br|hr|input)\b([^>]*[^/])>/gi, '<$1$2/>')),
    ],
    ['a slash in every start tag', whole((html) => html.replaceAll(/<([a-z][a-z0-9]*)\s/gi, '<$1/'))],
    ['no head tags', whole((html) => html.replaceAll(/<\/?head\b[^>]*>/gi, ''))],
    ['no head end tag', whole((html) => html.replace(/<\/head\s*>/i, ''))],
    ['no body tags', whole((html) => html.replaceAll(/<\/?body\b[^>]*>/gi, ''))],
    ['no html tags', whole((html) => html.replaceAll(/<\/?html\b[^>]*>/gi, ''))],
    ['no html, head and body tags', whole((html) => html.replaceAll(/<\/?(?:html|head|body)\b[^>]*>/gi, ''))],
    ['two head elements', whole((html) => html.replace(/<\/head\s*>/i, `</head><head>${SEO_HEAD}</head>`))],
    ['head elements after the head', whole((html) => html.replace(/<\/head\s*>/i, `</head>${SEO_HEAD}`))],
    ['head elements after the body', whole((html) => html.replace(/<\/body\s*>/i, `</body>${SEO_HEAD}`))],
    [
      'html attributes on a second html tag',
      whole((html) => intoBodyStart(html, '<html lang="fr" xml:lang="fr">')),
    ],
    ['a div before everything in the head', whole((html) => intoHeadStart(html, '<div>Banner</div>'))],
    ['a p before everything in the head', whole((html) => intoHeadStart(html, '<p>Banner'))],
    ['a text before everything in the head', whole((html) => intoHeadStart(html, 'Banner'))],
    [
      'an img before everything in the head',
      whole((html) => intoHeadStart(html, '<img src=pixel.gif alt="">')),
    ],
    [
      'an unknown element before everything in the head',
      whole((html) => intoHeadStart(html, '<app-head></app-head>')),
    ],
    ['an object before everything in the head', whole((html) => intoHeadStart(html, '<object></object>'))],
    [
      'an iframe before everything in the head',
      whole((html) => intoHeadStart(html, '<iframe title="Tag manager"></iframe>')),
    ],
    [
      'a noscript with an img before everything in the head',
      whole((html) => intoHeadStart(html, '<noscript><img src=pixel.gif alt=""></noscript>')),
    ],
    ['a text before the doctype', whole((html) => `text ${html}`)],
    ['spaces before the doctype', whole((html) => `\n\n \t${html}`)],
    ['line ends of Windows', whole((html) => html.replaceAll(/\r?\n/g, '\r\n'))],
    ['line ends of old Macintoshes', whole((html) => html.replaceAll(/\r?\n/g, '\r'))],
    [
      'null characters in text and tags',
      whole((html) => html.replaceAll('<p', '\0<p').replaceAll('<a ', '<a\0 ')),
    ],
    [
      'paragraphs that are never closed',
      whole((html) => html.replaceAll(/<\/(?:p|li|dt|dd|td|tr|th)\s*>/gi, '')),
    ],
    ['divs that are never closed', whole((html) => html.replaceAll(/<\/(?:div|span|section)\s*>/gi, ''))],
    [
      'links within links',
      whole((html) => withStartTags(html, 'a', (tag) => `${tag}<a href="/inner.html">inner</a>`)),
    ],
    ['end tags without start tags', whole((html) => html.replaceAll(/<p\b/gi, '</p></br></span></table><p'))],
    ['cut in the middle', whole((html) => html.slice(0, Math.floor(html.length / 2)))],
    ['cut within a tag', whole((html) => html.slice(0, html.lastIndexOf('<a') + 9))],
    ['nesting of 600 divs', whole((html) => intoBodyStart(html, '<div>'.repeat(600)))],
    [
      'formatting elements misnested',
      whole((html) => intoBodyStart(html, '<b><i><p>text</b> more</i> <table><b><tr><td>cell</b></table>')),
    ],
    [
      'text and links in a table that are foster-parented',
      whole((html) => intoBodyEnd(html, `<table>${BAD_BODY}<tr><td>cell</table>`)),
    ],
    [
      'a select with other elements',
      whole((html) => intoBodyEnd(html, `<label>Choice <select><option>One${BAD_BODY}</select></label>`)),
    ],
    ['an XML declaration', whole((html) => `<?xml version="1.0" encoding="UTF-8"?>\n${html}`)],
    [
      'a frameset',
      whole((html) =>
        html.replace(
          /<body\b[^>]*>[^]*/i,
          '<frameset><frame src="a.html"></frameset><noframes><body><a href="x.html">click here</a></noframes></html>',
        ),
      ),
    ],
  ]),
  ...group('wrapped-head', [
    ['head elements in a noscript', inHead(around('noscript'))],
    ['head elements in a template', inHead(around('template'))],
    ['head elements in a script', inHead((snippet) => `<script type="text/template">${snippet}</script>`)],
    ['head elements in a style', inHead(around('style'))],
    [
      'head elements in a title',
      inHead((snippet) => `<title>${snippet.replaceAll(/<\/?title>/g, '')}</title>`),
    ],
    ['head elements in a comment', inHead((snippet) => `<!-- ${snippet} -->`)],
    ['head elements after an empty comment', inHead((snippet) => `<!-->${snippet}`)],
    ['head elements after a dashed comment', inHead((snippet) => `<!--->${snippet}`)],
    [
      'head elements in a comment with an exclamation mark at its end',
      inHead((snippet) => `<!-- --!>${snippet}<!-- -->`),
    ],
    ['head elements in nested comments', inHead((snippet) => `<!-- <!-- inner --> ${snippet} -->`)],
    ['head elements in a conditional comment', inHead((snippet) => `<!--[if IE]>${snippet}<![endif]-->`)],
    ['head elements in a downlevel-revealed comment', inHead((snippet) => `<![if !IE]>${snippet}<![endif]>`)],
    ['head elements in a CDATA section', inHead((snippet) => `<![CDATA[${snippet}]]>`)],
    ['head elements in a textarea', inHead(around('textarea'))],
    ['head elements in an svg', inHead(around('svg'))],
    ['head elements in a div', inHead(around('div'))],
    ['head elements in an xmp', inHead(around('xmp'))],
    ['head elements in a noframes', inHead(around('noframes'))],
    [
      'head elements in an unclosed title',
      inHead((snippet) => `<title>Unclosed ${snippet.replaceAll('</title>', '')}`),
    ],
    ['head elements in a processing instruction', inHead((snippet) => `<?php ${snippet} ?>`)],
    [
      'head elements in a noscript in the body',
      whole((html) => intoBodyStart(html, `<noscript>${SEO_HEAD}</noscript>`)),
    ],
    ['head elements in the body', whole((html) => intoBodyStart(html, SEO_HEAD))],
    ['head elements in an svg in the body', whole((html) => intoBodyStart(html, `<svg>${SEO_HEAD}</svg>`))],
    [
      'a template with a shadow root',
      whole((html) => intoBodyEnd(html, `<div><template shadowrootmode="open">${BAD_BODY}</template></div>`)),
    ],
  ]),
  ...group('wrapped-body', [
    ...[
      'noscript',
      'template',
      'textarea',
      'xmp',
      'iframe',
      'noembed',
      'noframes',
      'style',
      'title',
      'svg',
      'math',
      'object',
      'video',
      'canvas',
      'details',
      'dialog',
      'button',
      'datalist',
      'fieldset',
      'center',
      'marquee',
      'audio',
    ].map((name) => [`faulty elements in a ${name}`, inBody(around(name))] as const),
    ['faulty elements in a script', inBody((snippet) => `<script type="text/plain">${snippet}</script>`)],
    [
      'faulty elements in an svg foreignObject',
      inBody((snippet) => `<svg><foreignObject>${snippet}</foreignObject></svg>`),
    ],
    ['faulty elements in an svg desc', inBody((snippet) => `<svg><desc>${snippet}</desc></svg>`)],
    ['faulty elements in a comment', inBody((snippet) => `<!-- ${snippet} -->`)],
    [
      'faulty elements in a script with a double escape',
      inBody((snippet) => `<script><!--<script>${snippet}</script>--></script>`),
    ],
    ['faulty elements after a plaintext', inBody((snippet) => `<plaintext>${snippet}`)],
    ['faulty elements in a hidden div', inBody((snippet) => `<div hidden>${snippet}</div>`)],
    [
      'faulty elements in a div hidden until found',
      inBody((snippet) => `<div hidden="until-found">${snippet}</div>`),
    ],
    ['faulty elements in an inert div', inBody((snippet) => `<div inert>${snippet}</div>`)],
    [
      'faulty elements in an aria-hidden div',
      inBody((snippet) => `<div aria-hidden="true">${snippet}</div>`),
    ],
    [
      'faulty elements in a div without display',
      inBody((snippet) => `<div style="display:none">${snippet}</div>`),
    ],
    [
      'faulty elements in an invisible div',
      inBody((snippet) => `<div style="visibility:hidden">${snippet}</div>`),
    ],
    ['faulty elements in a transparent div', inBody((snippet) => `<div style="opacity:0">${snippet}</div>`)],
    [
      'faulty elements off the screen',
      inBody((snippet) => `<div style="position:absolute;left:-9999px">${snippet}</div>`),
    ],
    [
      'faulty elements in a clipped div',
      inBody((snippet) => `<div style="position:absolute;clip:rect(0 0 0 0)">${snippet}</div>`),
    ],
    [
      'faulty elements in an open details',
      inBody((snippet) => `<details open><summary>More</summary>${snippet}</details>`),
    ],
    [
      'faulty elements in a closed details',
      inBody((snippet) => `<details><summary>More</summary>${snippet}</details>`),
    ],
    [
      'faulty elements in a summary of a closed details',
      inBody((snippet) => `<details><summary>More ${snippet}</summary></details>`),
    ],
    ['faulty elements in an open dialog', inBody((snippet) => `<dialog open>${snippet}</dialog>`)],
    ['faulty elements in a popover', inBody((snippet) => `<div popover>${snippet}</div>`)],
    [
      'faulty elements with content-visibility',
      inBody((snippet) => `<div style="content-visibility:hidden">${snippet}</div>`),
    ],
    [
      'faulty elements hidden by a style sheet in the page',
      inBody((snippet) => `<style>.x{display:none}</style><div class=x>${snippet}</div>`),
    ],
  ]),
];

function randomCase(text: string, random: Random): string {
  return [...text].map((char) => (random() < 0.5 ? char.toUpperCase() : char.toLowerCase())).join('');
}

function referenced(value: string, random: Random): string {
  const forms = [
    (char: string) => char,
    (char: string) => `&#${char.codePointAt(0)};`,
    (char: string) => `&#x${char.codePointAt(0)?.toString(16)};`,
    (char: string) => `&#X${char.codePointAt(0)?.toString(16).toUpperCase()};`,
  ];
  if (value.includes('&')) return value;
  return [...value].map((char) => pick(random, forms)(char)).join('');
}

/** Passes every attribute in double quotes through the function. */
function onAttributes(html: string, map: (name: string, value: string) => string): string {
  return html.replaceAll(/<[a-z][^<>]*>/gi, (tag) =>
    tag.replaceAll(/([a-z][a-z:-]*)="([^"]*)"/gi, (_, name: string, value: string) => map(name, value)),
  );
}
