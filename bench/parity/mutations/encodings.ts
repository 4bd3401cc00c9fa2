import iconv from 'iconv-lite';
import { type Change, type Mutation, both, edit, group, header } from './draft.js';
import { intoBodyStart, intoHeadEnd, intoHeadStart } from './html-edit.js';

const TEXTS =
  '<h2>Grüße, naïve – 日本語</h2><p>続きを読む <a href="/x.html">続きを読む</a> <a href="/y.html">Größe</a></p>';

const undeclared: Change = (draft) => {
  draft.html = draft.html.replaceAll(/<meta\s[^>]*charset[^>]*>/gi, '').replace(/^<\?xml[^>]*>\s*/, '');
};
const inEncoding = (name: string): Change => {
  return (draft) => {
    draft.encode = (html) => iconv.encode(html, name);
  };
};
const withPrefix = (prefix: readonly number[], name: string): Change => {
  return (draft) => {
    draft.encode = (html) => Buffer.concat([Buffer.from(prefix), iconv.encode(html, name)]);
  };
};
const typed = (value: string) => header('Content-Type', value);
const steps = (...changes: readonly Change[]): Change =>
  changes.reduce(both, both(undeclared, edit(intoBodyStart, TEXTS)));
const meta = (value: string) => edit(intoHeadStart, value);

/** Encodings, and what declares them rightly, wrongly or not at all. */
export const encodingMutations: readonly Mutation[] = group('encoding', [
  ['UTF-8, not declared', steps(typed('text/html'))],
  ['UTF-8, no Content-Type', steps(header('Content-Type'))],
  ['UTF-8, mark at the start', steps(typed('text/html'), withPrefix([0xef, 0xbb, 0xbf], 'utf8'))],
  [
    'UTF-8, mark at the start against the header',
    steps(typed('text/html; charset=iso-8859-1'), withPrefix([0xef, 0xbb, 0xbf], 'utf8')),
  ],
  [
    'UTF-8, two marks at the start',
    steps(typed('text/html'), withPrefix([0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf], 'utf8')),
  ],
  ['UTF-8, mark after a space', steps(typed('text/html'), withPrefix([0x20, 0xef, 0xbb, 0xbf], 'utf8'))],
  ['UTF-8, header in quotes', steps(typed('text/html; charset="utf-8"'))],
  ['UTF-8, header in single quotes', steps(typed("text/html; charset='utf-8'"))],
  ['UTF-8, header without a space', steps(typed('text/html;charset=UTF-8'))],
  ['UTF-8, header with spaces around the equals sign', steps(typed('text/html; charset = utf-8'))],
  ['UTF-8, header in upper case', steps(typed('TEXT/HTML; CHARSET=UTF-8'))],
  ['UTF-8, header with another parameter first', steps(typed('text/html; x=y; charset=utf-8'))],
  ['UTF-8, header with an empty charset', steps(typed('text/html; charset='))],
  ['UTF-8, header with a name that does not exist', steps(typed('text/html; charset=utf-99'))],
  ['UTF-8, header with utf8', steps(typed('text/html; charset=utf8'))],
  ['UTF-8, header with two charsets', steps(typed('text/html; charset=utf-8; charset=iso-8859-1'))],
  ['UTF-8, two headers', steps(header('Content-Type', 'text/html', 'text/html; charset=utf-8'))],
  ['UTF-8, charset in the header of a comma list', steps(typed('text/html, text/html; charset=utf-8'))],
  ['UTF-8, header with a semicolon in the charset', steps(typed('text/html; charset=utf-8;'))],
  ['UTF-8, header application/xhtml+xml', steps(typed('application/xhtml+xml; charset=utf-8'))],
  ['UTF-8, meta charset', steps(typed('text/html'), meta('<meta charset="utf-8">'))],
  ['UTF-8, meta charset without quotes', steps(typed('text/html'), meta('<meta charset=utf-8>'))],
  ['UTF-8, meta charset in upper case', steps(typed('text/html'), meta('<META CHARSET="UTF-8"/>'))],
  ['UTF-8, meta charset with spaces', steps(typed('text/html'), meta('<meta charset = " utf-8 ">'))],
  ['UTF-8, meta charset empty', steps(typed('text/html'), meta('<meta charset="">'))],
  [
    'UTF-8, meta charset of a name that does not exist',
    steps(typed('text/html'), meta('<meta charset="klingon">')),
  ],
  ['UTF-8, meta charset of an alias', steps(typed('text/html'), meta('<meta charset="unicode-1-1-utf-8">'))],
  [
    'UTF-8, meta http-equiv',
    steps(typed('text/html'), meta('<meta http-equiv="Content-Type" content="text/html; charset=utf-8">')),
  ],
  [
    'UTF-8, meta http-equiv in upper case',
    steps(typed('text/html'), meta('<META HTTP-EQUIV="CONTENT-TYPE" CONTENT="TEXT/HTML; CHARSET=UTF-8">')),
  ],
  [
    'UTF-8, meta http-equiv with the content first',
    steps(typed('text/html'), meta('<meta content="text/html; charset=utf-8" http-equiv="content-type">')),
  ],
  [
    'UTF-8, meta http-equiv without charset',
    steps(typed('text/html'), meta('<meta http-equiv="content-type" content="text/html">')),
  ],
  [
    'UTF-8, meta http-equiv with a space in front',
    steps(typed('text/html'), meta('<meta http-equiv=" content-type" content="text/html; charset=utf-8">')),
  ],
  [
    'UTF-8, meta name content-type',
    steps(typed('text/html'), meta('<meta name="content-type" content="text/html; charset=utf-8">')),
  ],
  ['UTF-8, meta charset in a comment', steps(typed('text/html'), meta('<!-- <meta charset="utf-8"> -->'))],
  [
    'UTF-8, meta charset in a noscript',
    steps(typed('text/html'), meta('<noscript><meta charset="utf-8"></noscript>')),
  ],
  [
    'UTF-8, meta charset in a script',
    steps(typed('text/html'), meta('<script>"<meta charset=utf-8>"</script>')),
  ],
  [
    'UTF-8, meta charset in a template',
    steps(typed('text/html'), meta('<template><meta charset="utf-8"></template>')),
  ],
  [
    'UTF-8, meta charset in the body',
    steps(typed('text/html'), edit(intoBodyStart, '<meta charset="utf-8">')),
  ],
  [
    'UTF-8, meta charset at 1000 bytes',
    steps(typed('text/html'), meta(`<!--${'x'.repeat(850)}--><meta charset="utf-8">`)),
  ],
  [
    'UTF-8, meta charset at 1100 bytes',
    steps(typed('text/html'), meta(`<!--${'x'.repeat(1100)}--><meta charset="utf-8">`)),
  ],
  [
    'UTF-8, meta charset at 3000 bytes',
    steps(typed('text/html'), meta(`<!--${'x'.repeat(3000)}--><meta charset="utf-8">`)),
  ],
  [
    'UTF-8, meta charset at 1000 characters and 1300 bytes',
    steps(typed('text/html'), meta(`<!--${'ü'.repeat(700)}--><meta charset="utf-8">`)),
  ],
  [
    'UTF-8, meta charset at the end of the head',
    steps(typed('text/html'), edit(intoHeadEnd, '<meta charset="utf-8">')),
  ],
  [
    'UTF-8, two metas that differ',
    steps(typed('text/html'), meta('<meta charset="iso-8859-1"><meta charset="utf-8">')),
  ],
  ['UTF-8, declared as Latin-1', steps(typed('text/html; charset=iso-8859-1'))],
  ['UTF-8, meta declares UTF-16', steps(typed('text/html'), meta('<meta charset="utf-16">'))],
  [
    'UTF-8, XML declaration only',
    steps(typed('text/html'), (draft) => {
      draft.html = `<?xml version="1.0" encoding="utf-8"?>${draft.html}`;
    }),
  ],
  ['UTF-16LE, mark', steps(typed('text/html'), withPrefix([0xff, 0xfe], 'utf-16le'))],
  ['UTF-16BE, mark', steps(typed('text/html'), withPrefix([0xfe, 0xff], 'utf-16be'))],
  ['UTF-16LE, header', steps(typed('text/html; charset=utf-16le'), inEncoding('utf-16le'))],
  ['UTF-16BE, header', steps(typed('text/html; charset=utf-16be'), inEncoding('utf-16be'))],
  ['UTF-16LE, not declared', steps(typed('text/html'), inEncoding('utf-16le'))],
  [
    'UTF-16LE, mark against a meta of UTF-8',
    steps(typed('text/html'), meta('<meta charset="utf-8">'), withPrefix([0xff, 0xfe], 'utf-16le')),
  ],
  ['windows-1252, header', steps(typed('text/html; charset=windows-1252'), inEncoding('windows-1252'))],
  [
    'windows-1252, meta of iso-8859-1',
    steps(typed('text/html'), meta('<meta charset="iso-8859-1">'), inEncoding('windows-1252')),
  ],
  ['windows-1252, not declared', steps(typed('text/html'), inEncoding('windows-1252'))],
  ['windows-1252, declared as UTF-8', steps(typed('text/html; charset=utf-8'), inEncoding('windows-1252'))],
  ['Shift_JIS, header', steps(typed('text/html; charset=Shift_JIS'), inEncoding('shift_jis'))],
  [
    'Shift_JIS, meta',
    steps(
      typed('text/html'),
      meta('<meta http-equiv="Content-Type" content="text/html; charset=x-sjis">'),
      inEncoding('shift_jis'),
    ),
  ],
  ['Shift_JIS, not declared', steps(typed('text/html'), inEncoding('shift_jis'))],
  ['EUC-JP, meta', steps(typed('text/html'), meta('<meta charset="euc-jp">'), inEncoding('euc-jp'))],
  ['EUC-JP, declared as Shift_JIS', steps(typed('text/html; charset=shift_jis'), inEncoding('euc-jp'))],
  ['ISO-2022-JP, header', steps(typed('text/html; charset=iso-2022-jp'), iso2022jp())],
  ['ISO-2022-JP, not declared', steps(typed('text/html'), iso2022jp())],
  ['GBK, header of gb2312', steps(typed('text/html; charset=gb2312'), inEncoding('gbk'))],
  ['GBK, meta of gbk', steps(typed('text/html'), meta('<meta charset=gbk>'), inEncoding('gbk'))],
  ['GBK, declared as Big5', steps(typed('text/html; charset=big5'), inEncoding('gbk'))],
  ['GB18030, header', steps(typed('text/html; charset=gb18030'), inEncoding('gb18030'))],
  ['KOI8-R, header', steps(typed('text/html; charset=koi8-r'), inEncoding('koi8-r'))],
  ['header of UTF-7', steps(typed('text/html; charset=utf-7'))],
  ['header of x-user-defined', steps(typed('text/html; charset=x-user-defined'))],
  ['meta of x-user-defined', steps(typed('text/html'), meta('<meta charset="x-user-defined">'))],
]);

/** JIS X 0208 is EUC-JP with the high bits off, between escapes. */
function iso2022jp(): Change {
  return (draft) => {
    draft.encode = (html) => {
      const parts = html
        .split(/([^\0-\x7f]+)/)
        .map((part, index) => (index % 2 === 1 ? escaped(part) : Buffer.from(part)));
      return Buffer.concat(parts);
    };
  };
}

function escaped(text: string): Buffer {
  const codes = iconv.encode(text, 'euc-jp').map((byte) => byte & 0x7f);
  return Buffer.concat([Buffer.from('\x1b$B'), codes, Buffer.from('\x1b(B')]);
}
