import { type Mutation, both, edit, eachOf, group } from './draft.js';
import { intoBodyEnd, intoHeadEnd, untitled, unwrapped } from './html-edit.js';

const retitled = (title: string) => edit((html, snippet) => intoHeadEnd(untitled(html), snippet), title);
const linked = (link: string) =>
  both(
    edit((html) => unwrapped(html, ['a']), ''),
    edit(intoBodyEnd, link),
  );

/** Character references where verdicts depend on the text. */
export const entityMutations: readonly Mutation[] = [
  ...eachOf(
    'entities',
    [
      '&nbsp;',
      '&#32;',
      '&#160;',
      '&#x200b;',
      '&zwnj;',
      '&shy;',
      '&#0;',
      '&lrm;',
      '&ZeroWidthSpace;',
      '&#12288;',
      '&Tab;&NewLine;',
      '&feff;',
      '&#xFEFF;',
      '&amp',
      '&#x80;',
    ].map((text) => `<title>${text}</title>`),
    retitled,
  ),
  ...eachOf(
    'entities',
    ['&nbsp;', '&#32;', '&#x200b;', '&#12288;', '', '&shy;', '&notanentity;', '&Tab;'].map(
      (text) => `<meta name="description" content="${text}">`,
    ),
    (text) =>
      edit(
        (html, snippet) => intoHeadEnd(html.replaceAll(/<meta\s[^>]*description[^>]*>/gi, ''), snippet),
        text,
      ),
  ),
  ...eachOf(
    'entities',
    [
      '<a href="/x.html">click&nbsp;here</a>',
      '<a href="/x.html">click&#32;here</a>',
      '<a href="/x.html">&#99;lick here</a>',
      '<a href="/x.html">click here&nbsp;</a>',
      '<a href="/x.html">click here&#8203;</a>',
      '<a href="/x.html">click&shy; here</a>',
      '<a href="/x.html">click here&hellip;</a>',
      '<a href="&#106;avascript:void(0)">Open the menu</a>',
      '<a href="javascript&colon;void(0)">Open the menu</a>',
      '<a href="java&Tab;script:void(0)">Open the menu</a>',
      '<a href="javascript:void&lpar;0&rpar;">Open the menu</a>',
      '<a href="&#109;ailto:a@b.example">click here</a>',
      '<a href="file&colon;///etc">Open the file</a>',
      '<a href="/x.html?a=1&copy=2">Copy the page</a>',
      '<a href="http&colon;&sol;&sol;">Broken address</a>',
    ],
    linked,
  ),
  ...group('entities', [
    ['link rel with a reference', edit(intoHeadEnd, '<link rel="&#99;anonical" href="/relative.html">')],
    ['meta name with a reference', edit(intoHeadEnd, '<meta name="r&#111;bots" content="no&#105;ndex">')],
    [
      'meta content with a comma reference',
      edit(intoHeadEnd, '<meta name="robots" content="follow&comma;noindex">'),
    ],
    ['lang with a reference', edit((html) => html.replace(/<html\b[^>]*>/i, '<html lang="&#101;n">'), '')],
    [
      'lang with a space reference',
      edit((html) => html.replace(/<html\b[^>]*>/i, '<html lang="&#32;">'), ''),
    ],
    ['alt with a space reference', edit(intoBodyEnd, '<img src="x.png" alt="&nbsp;">')],
    ['alt with an ordinary space', edit(intoBodyEnd, '<img src="x.png" alt=" ">')],
    ['aria-label of a zero-width space', edit(intoBodyEnd, '<a href="/x.html" aria-label="&#x200b;"></a>')],
    ['link text of a zero-width space', edit(intoBodyEnd, '<a href="/x.html">&#x200b;</a>')],
    ['link text of a private-use character', edit(intoBodyEnd, '<a href="/x.html">&#xe001;</a>')],
    ['button text of an arrow', edit(intoBodyEnd, '<button>&rarr;</button>')],
    ['heading of a soft hyphen', edit(intoBodyEnd, '<h2>&shy;</h2>')],
    ['heading of a non-breaking space', edit(intoBodyEnd, '<h2>&nbsp;</h2>')],
  ]),
];
