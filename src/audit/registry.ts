import { type Check } from './check.js';
import { charset } from './checks/best-practice/charset.check.js';
import { doctype } from './checks/best-practice/doctype.check.js';
import { metaViewport } from './checks/best-practice/meta-viewport.check.js';
import { viewportZoom } from './checks/best-practice/viewport-zoom.check.js';
import { pageSize } from './checks/performance/page-size.check.js';
import { textCompression } from './checks/performance/text-compression.check.js';
import { csp } from './checks/security/csp.check.js';
import { hsts } from './checks/security/hsts.check.js';
import { httpsEncryption } from './checks/security/https-encryption.check.js';
import { mixedContent } from './checks/security/mixed-content.check.js';
import { canonical } from './checks/seo/canonical.check.js';
import { headings } from './checks/seo/headings.check.js';
import { hreflang } from './checks/seo/hreflang.check.js';
import { imageKeywords } from './checks/seo/image-keywords.check.js';
import { indexable } from './checks/seo/indexable.check.js';
import { language } from './checks/seo/language.check.js';
import { linkText } from './checks/seo/link-text.check.js';
import { metaDescription } from './checks/seo/meta-description.check.js';
import { robots } from './checks/seo/robots.check.js';
import { title } from './checks/seo/title.check.js';

/** Every check, in the order of a report. */
export const CHECKS: readonly Check[] = [
  title,
  metaDescription,
  headings,
  imageKeywords,
  indexable,
  robots,
  canonical,
  hreflang,
  language,
  linkText,
  textCompression,
  pageSize,
  httpsEncryption,
  hsts,
  mixedContent,
  csp,
  doctype,
  charset,
  metaViewport,
  viewportZoom,
];

const CHECKS_BY_ID = new Map(CHECKS.map((check) => [check.id, check]));

/** The check of an id; undefined for one that a later version has removed. */
export function checkOf(id: string): Check | undefined {
  return CHECKS_BY_ID.get(id);
}
