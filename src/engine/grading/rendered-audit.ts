import { type Finding, inReportOrder } from '../audit/audit.js';
import { type CheckLimits } from '../audit/limits.js';
import { type PracticeContext, withBestPractices } from '../audit/parity/best-practices.js';
import { type LighthouseParity, withAccessibility, withPerformance } from '../audit/parity/lighthouse.js';
import { type PageOutline } from '../audit/outline/outline.js';
import { renderedFindings } from '../audit/rendered-findings.js';
import { type SiteResponse, type SiteResponses } from '../audit/surroundings.js';
import { type LoadedPage, type Visit } from '../page-loader/visit.js';
import { type Device, EMULATIONS } from '../rendering/device.js';
import { type RenderedDocument } from '../rendering/rendering.js';
import { type AuditThreads, type InspectedDocument } from './audit-threads.js';
import { type Grade } from './grade.js';
import {
  askableReferences,
  knownResponses,
  readFavicon,
  type Readers,
  requestReferences,
} from './surrounding-requests.js';
import { bytesOf } from './page-bytes.js';

/** A document after its checks. */
export interface InspectedPage {
  readonly page: LoadedPage;
  /** Responses that are already there, by URL. */
  readonly responses: ReadonlyMap<string, SiteResponse>;
  readonly document: InspectedDocument;
}

/** Everything that is known of a page before it is rendered. */
export interface SentPage {
  readonly inspected: InspectedPage;
  readonly responses: SiteResponses;
  readonly grade: Grade;
}

export interface AuditTools {
  readonly threads: AuditThreads;
  readonly limits: CheckLimits | undefined;
  /** Whether browsers request a host over TLS only. */
  readonly isPreloaded: (host: string) => boolean;
}

/** Results that replace those of the sent document. */
export interface RenderedAudit {
  readonly checks: readonly Finding[];
  readonly lighthouse: LighthouseParity | null;
  readonly outline: PageOutline | null;
}

/** Repeats the checks on a rendered document. Requests only what its source did not refer to.
 *  @returns null if the document is too complex */
export async function auditRendered(
  visit: Visit,
  {
    sent,
    rendered,
    device,
  }: { readonly sent: SentPage; readonly rendered: RenderedDocument; readonly device: Device },
  tools: AuditTools,
): Promise<RenderedAudit | null> {
  const { inspected, responses, grade } = sent;
  const document = await inspectRendered(visit, { inspected, rendered }, tools);
  if (!document) return null;
  const { facts: page } = document;
  const references = askableReferences(visit, document.references);
  const before = { references: inspected.document.references, responses };
  const found = await requestReferences(visit, references, {
    known: new Map([...inspected.responses, ...knownResponses(before)]),
    before,
    ...readersFor(visit, inspected.page, tools),
  });
  const { browserIcon, favicon } = references;
  const isKnown = favicon.url === browserIcon || rendered.bestPractices === null;
  const surroundings = { page, references, responses: { ...responses, ...found } };
  const around = await tools.threads.inspectAround(surroundings, visit);
  return {
    checks: renderedFindings(inReportOrder([...document.findings, ...around]), grade.checks),
    lighthouse: lighthouseOf(document, {
      grade,
      rendered,
      context: {
        isPhone: EMULATIONS[device].isMobile,
        redirects: page.hops.map(({ url }) => url),
        isPreloaded: tools.isPreloaded,
        favicon: isKnown ? found.favicon : await readFavicon(visit, browserIcon),
      },
    }),
    outline: document.outline,
  };
}

export function readersFor(visit: Visit, page: LoadedPage, { threads, limits }: AuditTools): Readers {
  return {
    describe: (target) => {
      // Robots.txt of another host was not read.
      const isElsewhere = new URL(target.url).origin !== new URL(page.url).origin;
      const robotsTxt = isElsewhere ? { status: 404, body: '' } : page.robotsTxt;
      return threads.describe({ ...bytesOf(page, limits), ...target, robotsTxt }, visit);
    },
    readSitemap: (sitemap) => threads.readSitemap(sitemap, visit),
  };
}

async function inspectRendered(
  visit: Visit,
  {
    inspected: { page, document },
    rendered: { html, url, documentUrl, mark, layout },
  }: { inspected: InspectedPage; rendered: RenderedDocument },
  { threads, limits }: AuditTools,
): Promise<InspectedDocument | null> {
  const address = new URL(url);
  address.hash = '';
  const bytes = bytesOf({ ...page, url: address.href, body: Buffer.from(html) }, limits);
  const { facts, positions: sentPositions } = document;
  const rendered = { mark, layout, documentUrl, decodedBytes: facts.decodedBytes, sentPositions };
  const outline = document.outline !== null;
  const inspection = await threads.inspect({ ...bytes, rendered, outline }, visit);
  return inspection && 'findings' in inspection ? inspection : null;
}

/** Without time for the audits of the rendered document, those of the sent one count. */
function lighthouseOf(
  { parity }: InspectedDocument,
  {
    grade,
    rendered: { accessibility, bestPractices, performance },
    context,
  }: {
    readonly grade: Grade;
    readonly rendered: Pick<RenderedDocument, 'accessibility' | 'bestPractices' | 'performance'>;
    readonly context: PracticeContext;
  },
): LighthouseParity | null {
  const audited = parity ? withSourceAudits(parity.lighthouse, grade) : grade.parity?.lighthouse;
  if (!audited) return null;
  const accessible = accessibility ? withAccessibility(audited, accessibility) : audited;
  const practised = bestPractices ? withBestPractices(accessible, bestPractices, context) : accessible;
  return performance ? withPerformance(practised, performance) : practised;
}

/** One audit of Lighthouse reads the response instead of the document. */
function withSourceAudits(rendered: LighthouseParity, { parity }: Grade): LighthouseParity {
  const charset = parity?.lighthouse.audits.charset ?? null;
  return { ...rendered, audits: { ...rendered.audits, charset } };
}
