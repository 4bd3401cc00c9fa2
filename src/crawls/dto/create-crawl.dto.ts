import { RENDER_MODES, type RenderMode } from '../../engine/grading/render-mode.js';
import { ListOf, OneOf } from '../../platform/http/rules/choices.js';
import { Integer } from '../../platform/http/rules/number.js';
import { pageAddress } from '../../engine/crawling/page-address.js';
import { judgeTarget, type TargetPolicy } from '../../engine/page-loader/target.js';
import { BySettings } from '../../platform/http/rules/settings-rule.js';
import { RequiredText } from '../../platform/http/rules/text.js';
import { CRAWL_SOURCES, type CrawlSource } from '../crawl.entity.js';
import { Patterns } from './patterns.js';

/** What the numbers of a crawl may be; both limits are included. */
export const CRAWL_RANGES = {
  max_pages: { min: 1, max: 10_000 },
  max_depth: { min: 0, max: 1000 },
  delay_ms: { min: 0, max: 60_000 },
} as const;

/** Of a request: room for all patterns, each of the greatest length in ASCII. */
export const CRAWL_LIMIT_BYTES = 64 * 1024;

/** Why no crawl can start from a url, as `targetFault` says it. */
export function startFault(text: string, policy: TargetPolicy): string | null {
  const judged = judgeTarget(text, policy);
  if ('fault' in judged) return judged.fault;
  return pageAddress(judged.url) === null ? 'must be at most 2048 characters long once it is escaped' : null;
}

export class CreateCrawlBody {
  @BySettings(startFault)
  @RequiredText({
    maxLength: 2048,
    description:
      'URL of the page to start from, by the rules of POST /api/v1/reports. Its website is crawled.',
    example: 'https://example.com/',
  })
  url!: string;

  @Integer({ ...CRAWL_RANGES.max_pages, default: 100, description: 'Maximum number of pages to audit.' })
  max_pages = 100;

  @Integer({
    ...CRAWL_RANGES.max_depth,
    default: 10,
    description: 'Maximum number of clicks from the start.',
  })
  max_depth = 10;

  @ListOf(CRAWL_SOURCES, {
    description:
      'Where addresses come from: the sitemaps of the site, the links of its pages (a, area, an immediate meta refresh, ' +
      'canonical and hreflang addresses; no frames and forms). Default: both.',
    example: ['sitemap', 'links'],
  })
  sources: CrawlSource[] = [...CRAWL_SOURCES];

  @Patterns('Only addresses whose path and query match one of these patterns are visited. Default: all.')
  include: string[] = [];

  @Patterns('Addresses whose path and query match one of these patterns are not visited.')
  exclude: string[] = [];

  @OneOf(RENDER_MODES, {
    description: 'As in POST /api/v1/reports. Default: the setting DEFAULT_RENDER.',
  })
  render?: RenderMode;

  @Integer({
    ...CRAWL_RANGES.delay_ms,
    default: 250,
    description:
      'Least time between the beginnings of two pages, in milliseconds. A longer Crawl-delay of robots.txt counts, up to ' +
      '30 s. Pages of several crawls of one host begin no closer than the smallest of their delays.',
  })
  delay_ms = 250;
}
