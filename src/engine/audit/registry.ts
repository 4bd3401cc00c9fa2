import { type Check } from './check.js';
import { brokenFiles } from './checks/best-practice/broken-files.check.js';
import { charset } from './checks/best-practice/charset.check.js';
import { contentTypeHeader } from './checks/best-practice/content-type-header.check.js';
import { deprecatedHtmlTags } from './checks/best-practice/deprecated-html-tags.check.js';
import { doctype } from './checks/best-practice/doctype.check.js';
import { duplicateIds } from './checks/best-practice/duplicate-ids.check.js';
import { formLabels } from './checks/best-practice/form-labels.check.js';
import { inlineCss } from './checks/best-practice/inline-css.check.js';
import { metaRefresh } from './checks/best-practice/meta-refresh.check.js';
import { metaViewport } from './checks/best-practice/meta-viewport.check.js';
import { colorContrast } from './checks/best-practice/color-contrast.check.js';
import { targetSize } from './checks/best-practice/target-size.check.js';
import { linksInText } from './checks/best-practice/links-in-text.check.js';
import { scrollableRegions } from './checks/best-practice/scrollable-regions.check.js';
import { names } from './checks/best-practice/names.check.js';
import { viewportZoom } from './checks/best-practice/viewport-zoom.check.js';
import { aiCrawlers } from './checks/content/ai-crawlers.check.js';
import { contentLength } from './checks/content/content-length.check.js';
import { llmsTxt } from './checks/content/llms-txt.check.js';
import { openGraph } from './checks/content/open-graph.check.js';
import { social } from './checks/content/social.check.js';
import { textHtmlRatio } from './checks/content/text-html-ratio.check.js';
import { twitterCard } from './checks/content/twitter-card.check.js';
import { deferJavascript } from './checks/performance/defer-javascript.check.js';
import { domSize } from './checks/performance/dom-size.check.js';
import { httpRequests } from './checks/performance/http-requests.check.js';
import { http2 } from './checks/performance/http2.check.js';
import { imageDimensions } from './checks/performance/image-dimensions.check.js';
import { imageFormat } from './checks/performance/image-format.check.js';
import { lazyImages } from './checks/performance/lazy-images.check.js';
import { loadTime } from './checks/performance/load-time.check.js';
import { pageSize } from './checks/performance/page-size.check.js';
import { redirects } from './checks/performance/redirects.check.js';
import { staticCache } from './checks/performance/static-cache.check.js';
import { textCompression } from './checks/performance/text-compression.check.js';
import { totalWeight } from './checks/performance/total-weight.check.js';
import { ttfb } from './checks/performance/ttfb.check.js';
import { clickjacking } from './checks/security/clickjacking.check.js';
import { contentTypeOptions } from './checks/security/content-type-options.check.js';
import { cookies } from './checks/security/cookies.check.js';
import { cors } from './checks/security/cors.check.js';
import { crossOriginIsolation } from './checks/security/cross-origin-isolation.check.js';
import { csp } from './checks/security/csp.check.js';
import { hsts } from './checks/security/hsts.check.js';
import { httpToHttps } from './checks/security/http-to-https.check.js';
import { httpsEncryption } from './checks/security/https-encryption.check.js';
import { insecureForms } from './checks/security/insecure-forms.check.js';
import { mixedContent } from './checks/security/mixed-content.check.js';
import { plaintextEmail } from './checks/security/plaintext-email.check.js';
import { referrerPolicy } from './checks/security/referrer-policy.check.js';
import { serverSignature } from './checks/security/server-signature.check.js';
import { sri } from './checks/security/sri.check.js';
import { tlsCertificate } from './checks/security/tls-certificate.check.js';
import { tlsVersion } from './checks/security/tls-version.check.js';
import { unsafeCrossOriginLinks } from './checks/security/unsafe-cross-origin-links.check.js';
import { notFoundPage } from './checks/seo/404-page.check.js';
import { brokenLinks } from './checks/seo/broken-links.check.js';
import { canonicalTarget } from './checks/seo/canonical-target.check.js';
import { canonical } from './checks/seo/canonical.check.js';
import { contentKeywords } from './checks/seo/content-keywords.check.js';
import { crawlableAnchors } from './checks/seo/crawlable-anchors.check.js';
import { favicon } from './checks/seo/favicon.check.js';
import { headingOrder } from './checks/seo/heading-order.check.js';
import { headings } from './checks/seo/headings.check.js';
import { hreflangComplete } from './checks/seo/hreflang-complete.check.js';
import { hreflang } from './checks/seo/hreflang.check.js';
import { imageKeywords } from './checks/seo/image-keywords.check.js';
import { inPageLinks } from './checks/seo/in-page-links.check.js';
import { indexable } from './checks/seo/indexable.check.js';
import { language } from './checks/seo/language.check.js';
import { linkText } from './checks/seo/link-text.check.js';
import { metaDescriptionLength } from './checks/seo/meta-description-length.check.js';
import { metaDescription } from './checks/seo/meta-description.check.js';
import { robotsBlocksResources } from './checks/seo/robots-blocks-resources.check.js';
import { robotsTxtGooglebot } from './checks/seo/robots-txt-googlebot.check.js';
import { robots } from './checks/seo/robots.check.js';
import { scriptRendered } from './checks/seo/script-rendered.check.js';
import { seoFriendlyUrl } from './checks/seo/seo-friendly-url.check.js';
import { sitemap } from './checks/seo/sitemap.check.js';
import { structuredData } from './checks/seo/structured-data.check.js';
import { titleLength } from './checks/seo/title-length.check.js';
import { title } from './checks/seo/title.check.js';

/** All checks, in the order of a report. */
export const CHECKS: readonly Check[] = [
  title,
  titleLength,
  metaDescription,
  metaDescriptionLength,
  headings,
  headingOrder,
  contentKeywords,
  imageKeywords,
  seoFriendlyUrl,
  indexable,
  scriptRendered,
  robots,
  robotsTxtGooglebot,
  robotsBlocksResources,
  canonical,
  canonicalTarget,
  hreflang,
  hreflangComplete,
  language,
  linkText,
  crawlableAnchors,
  inPageLinks,
  brokenLinks,
  notFoundPage,
  sitemap,
  favicon,
  structuredData,
  openGraph,
  twitterCard,
  social,
  contentLength,
  textHtmlRatio,
  llmsTxt,
  aiCrawlers,
  loadTime,
  ttfb,
  textCompression,
  pageSize,
  httpRequests,
  totalWeight,
  imageFormat,
  imageDimensions,
  lazyImages,
  deferJavascript,
  domSize,
  staticCache,
  redirects,
  http2,
  httpsEncryption,
  httpToHttps,
  tlsCertificate,
  tlsVersion,
  hsts,
  mixedContent,
  csp,
  clickjacking,
  contentTypeOptions,
  referrerPolicy,
  cookies,
  sri,
  crossOriginIsolation,
  cors,
  insecureForms,
  serverSignature,
  unsafeCrossOriginLinks,
  plaintextEmail,
  doctype,
  charset,
  contentTypeHeader,
  brokenFiles,
  metaViewport,
  viewportZoom,
  metaRefresh,
  deprecatedHtmlTags,
  duplicateIds,
  formLabels,
  names,
  inlineCss,
  colorContrast,
  targetSize,
  linksInText,
  scrollableRegions,
];

const CHECKS_BY_ID = new Map(CHECKS.map((check) => [check.id, check]));

/** The check with an id; undefined if it has been removed since. */
export function checkOf(id: string): Check | undefined {
  return CHECKS_BY_ID.get(id);
}
