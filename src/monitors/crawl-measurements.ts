import { type EndedCrawl } from '../crawls/ending/crawl-endings.js';
import { type Measured } from './monitor-state.js';

/** What a crawl has found that its summary does not have. */
interface FoundByCrawl {
  /** Whether the page that it started from was loaded. */
  readonly loads: boolean;
  /** Numbers of pages by the metric of their finding. */
  readonly findings: Readonly<Record<string, number>>;
  /** Of the settings of this process. */
  readonly rulesetVersion: string;
}

/** What a monitor reads of a crawl. Without a completed page, nothing was found and nothing is said of findings. */
export function crawlMeasurements(
  { crawl, summary, finishedAt }: EndedCrawl,
  { loads, findings, rulesetVersion }: FoundByCrawl,
): Measured {
  const { mean, p10 } = summary.score;
  return {
    source: { crawlId: crawl.id },
    at: finishedAt.toISOString(),
    // Crawls with more pages have other scores.
    basis: [rulesetVersion, crawl.render, 'crawl', crawl.maxPages].join(' '),
    renderingFailed: false,
    loads,
    score: mean,
    scores: { ...(mean !== null && { 'score.mean': mean }), ...(p10 !== null && { 'score.p10': p10 }) },
    values: summary.pages.completed === 0 ? {} : findings,
  };
}
