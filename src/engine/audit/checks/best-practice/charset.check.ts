import { normalizeEncoding } from '@exodus/bytes/encoding-lite.js';
import { contentTypeOf } from '../../../../basics/content-type.js';
import { documentCheck, fail, pass, warn } from '../../check.js';
import { attribute, type Element } from '../../dom/dom.js';
import { textEvidence } from '../../dom/evidence.js';
import { headMetas } from '../../dom/head.js';
import { headerValues, type Page } from '../../page.js';
import { quoted } from '../../quoted.js';
import { xmlEncodingOf } from '../../xhtml.js';

const LOOKAHEAD_CHARACTERS = 1024;
/** @see https://html.spec.whatwg.org/multipage/urls-and-fetching.html#extracting-character-encodings-from-meta-elements */
const PARAMETER = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"'][^\s;]*))/i;

export const charset = documentCheck({
  id: 'charset',
  name: 'Character encoding',
  category: 'best_practice',
  importance: 'medium',
  what: 'The character encoding is UTF-8 and is declared early in the document.',
  why: 'If browsers have to guess the encoding, non-ASCII characters can be displayed incorrectly.',
  fix: 'Put <meta charset="utf-8"> first in the head, or send "Content-Type: text/html; charset=utf-8".',
  source: 'https://html.spec.whatwg.org/multipage/semantics.html#charset',
  method: 'exact',
  judgesSource: true,
  value: { charset: 'text?' },
  messages: {
    pass: 'The document declares the character encoding UTF-8.',
    missing:
      'No character encoding is declared by the Content-Type header or by a meta element in the head within the first 1024 characters.',
    not_utf_8: (value) =>
      `The document declares the character encoding ${quoted(value.charset ?? '')} instead of UTF-8.`,
  },
  examples: {
    passes: { html: '<head><meta charset="utf-8"></head>', headers: [['content-type', 'text/html']] },
    fails: { html: '<head></head>', headers: [['content-type', 'text/html']] },
  },
  run(page) {
    const fromHeader = known(contentTypeOf(page)?.charset);
    const declared =
      page.byteOrderMark ?? fromHeader ?? (page.dom.isXml ? xmlCharset(page) : metaCharset(page));
    if (declared === undefined)
      return fail('missing', {
        value: { charset: null },
        evidence: headerValues(page, 'content-type').map((type) => textEvidence(`Content-Type: ${type}`)),
      });
    return normalizeEncoding(declared) === 'utf-8'
      ? pass({ charset: declared.toLowerCase() })
      : warn('not_utf_8', { value: { charset: declared } });
  },
});

/** @see https://www.w3.org/TR/xml/#charencoding */
function xmlCharset(page: Page): string {
  return known(xmlEncodingOf(page.html)) ?? 'utf-8';
}

/** A declaration counts if it is within the first 1024 characters and in the head. */
function metaCharset(page: Page): string | undefined {
  if (!/<meta[^>]+charset[^<]+>/i.test(page.html.slice(0, LOOKAHEAD_CHARACTERS))) return undefined;
  for (const meta of headMetas(page)) {
    const name = charsetOf(meta);
    if (name !== undefined) return name;
  }
  return undefined;
}

function charsetOf(meta: Element): string | undefined {
  const name = known(attribute(meta, 'charset'));
  if (name !== undefined) return name;
  const isContentType = attribute(meta, 'http-equiv')?.toLowerCase() === 'content-type';
  const [, double, single, plain] = PARAMETER.exec(attribute(meta, 'content') ?? '') ?? [];
  return isContentType ? known(double ?? single ?? plain) : undefined;
}

/** A label without white space around it; undefined if browsers don't know it, so that they ignore it.
 *  @see https://encoding.spec.whatwg.org/#concept-encoding-get */
function known(label = ''): string | undefined {
  return normalizeEncoding(label) === null ? undefined : label.trim();
}
