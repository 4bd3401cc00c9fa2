import { type CrawlSummary, isGivenUp } from '../../crawls/crawl.entity.js';
import { type EndedCrawl } from '../../crawls/ending/crawl-endings.js';
import { type Way, WAYS } from './measurements.js';
import { type Measured } from './monitor-state.js';

/** What a crawl has found that its summary does not have. */
interface FoundByCrawl {
  /** Whether the page that it started from was loaded. */
  readonly loads: boolean;
  /** How that page was read, and so the others of its kind; as by the crawl before if it was not loaded. */
  readonly way: Way;
  /** Numbers of pages by the metric of their finding. */
  readonly findings: Readonly<Record<string, number>>;
  /** Of the settings of this process. */
  readonly rulesetVersion: string;
}

/** What a monitor reads of a crawl. Without a completed page, nothing was found and nothing is said of findings; a server that
 *  refused its pages does not show how they are. */
export function crawlMeasurements(
  { crawl, summary, finishedAt }: EndedCrawl,
  { loads, way, findings, rulesetVersion }: FoundByCrawl,
): Measured {
  const isMeasured = !isGivenUp(crawl);
  const scores = isMeasured && {
    'score.mean': summary.score.mean,
    'score.p10': summary.score.p10,
    'pages.loaded': percentLoaded(summary),
  };
  return {
    source: { crawlId: crawl.id },
    at: finishedAt.toISOString(),
    // Crawls with more pages have other scores.
    basis: [rulesetVersion, crawl.render, 'crawl', crawl.maxPages, way].join(' '),
    renderingFailed: way === 'unrendered',
    loads,
    score: isMeasured ? summary.score.mean : null,
    scores: Object.fromEntries(
      Object.entries(scores).flatMap(([metric, value]) => (value === null ? [] : [[metric, value]])),
    ),
    values: isMeasured && summary.pages.completed > 0 ? findings : {},
  };
}

/** How the pages of the crawls with a basis were read. */
export function wayIn(basis: string | null): Way {
  return WAYS.find((way) => basis?.endsWith(` ${way}`) === true) ?? 'static';
}

/** Of 100 pages that were tried, to two decimals; null: none was. */
function percentLoaded({ pages: { completed, failed } }: CrawlSummary): number | null {
  const tried = completed + failed;
  return tried === 0 ? null : Math.round((completed / tried) * 10_000) / 100;
}
