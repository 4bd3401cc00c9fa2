import { type PageOutline } from '../../engine/audit/outline/outline.js';
import { isShell } from '../../engine/audit/rendered-findings.js';
import { pageAddress } from '../../engine/crawling/page-address.js';
import { type Grade } from '../../engine/grading/grade.js';
import { type CrawlPage } from './crawl-page.entity.js';
import { addressHash } from './address-hash.js';

/** Of a shell, since scripts may set another title and text. */
const NO_CONTENT = { title: null, description: null, contentHash: null, simhash: null } as const;

/** What a crawl keeps of a page that was audited. */
export function factsOf(grade: Grade): Partial<CrawlPage> {
  const found = { ...checksOf(grade), ...saidBy(grade.outline) };
  return found.isShell ? { ...found, ...NO_CONTENT } : found;
}

/** Addresses of the versions of a page in the languages that are wanted. */
export function alternatesOf(outline: PageOutline, isWanted: (language: string) => boolean): string[] {
  return outline.alternates.flatMap(({ language, url }) =>
    isWanted(language) ? (pageAddress(url) ?? []) : [],
  );
}

/** What a shell lacks as it was sent says nothing of the page. */
function checksOf({ checks, rendered }: Grade): Pick<CrawlPage, 'failedChecks' | 'isShell'> {
  const failed = checks.filter(({ outcome, method }) => outcome === 'fail' && method !== 'unrendered');
  const isRendered = rendered !== null && rendered.error === null;
  return { failedChecks: failed.map(({ id }) => id), isShell: !isRendered && isShell(checks) };
}

function saidBy(outline: PageOutline | null): Partial<CrawlPage> {
  if (!outline) return {};
  const { title, description, isIndexable, canonical, contentHash, simhash } = outline;
  const address = canonical === null ? null : pageAddress(canonical);
  return {
    variantsHash: variantsHash(outline),
    title,
    description,
    isIndexable,
    contentHash,
    canonicalHash: address === null ? null : addressHash(address),
    simhash,
  };
}

/** Versions of a page that name each other and themselves have the same one. */
function variantsHash(outline: PageOutline): Buffer | null {
  const variants = alternatesOf(outline, () => true);
  const own = pageAddress(outline.url);
  if (variants.length === 0 || own === null) return null;
  return addressHash([...new Set([...variants, own])].sort().join(' '));
}
