import { documentCheck, fail, pass, warn } from '../../check.js';
import { attribute, type Element } from '../../dom/dom.js';
import { textEvidence } from '../../dom/evidence.js';
import { headMetas } from '../../dom/head.js';
import { headerValues, type Page } from '../../page.js';
import { quoted } from '../../quoted.js';
import { xmlEncodingOf } from '../../xhtml.js';

const LOOKAHEAD_CHARACTERS = 1024;
const NAME = /^[a-z0-9\-_:.()]{2,}$/i;
const PARAMETER = /charset\s*=\s*(?:"\s*)?([a-z0-9\-_:.()]{2,})/i;

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
    const contentTypes = headerValues(page, 'content-type').slice(0, 1);
    const fromHeader = PARAMETER.exec(contentTypes[0] ?? '')?.[1];
    const declared =
      page.byteOrderMark ?? fromHeader ?? (page.dom.isXml ? xmlCharset(page) : metaCharset(page));
    if (declared === undefined)
      return fail('missing', {
        value: { charset: null },
        evidence: contentTypes.map((type) => textEvidence(`Content-Type: ${type}`)),
      });
    return /^utf-?8$/i.test(declared)
      ? pass({ charset: declared.toLowerCase() })
      : warn('not_utf_8', { value: { charset: declared } });
  },
});

/** @see https://www.w3.org/TR/xml/#charencoding */
function xmlCharset(page: Page): string {
  return xmlEncodingOf(page.html) ?? 'utf-8';
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
  const name = attribute(meta, 'charset');
  if (name !== undefined && NAME.test(name)) return name;
  const isContentType = attribute(meta, 'http-equiv')?.toLowerCase() === 'content-type';
  return isContentType ? PARAMETER.exec(attribute(meta, 'content') ?? '')?.[1] : undefined;
}
