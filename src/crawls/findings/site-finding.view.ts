import { ApiProperty } from '@nestjs/swagger';
import { CountField, StringField } from '../../platform/http/openapi/fields.js';
import { type FindingExample, type FindingSummary } from './crawl-findings.repository.js';
import { type SiteFinding } from './site-findings.js';

/** Addresses as sites spell them may have characters that no URI has, such as `|`. */
const MAX_URL_CHARACTERS = 9000;
const URLS = { type: 'string', maxLength: MAX_URL_CHARACTERS, isArray: true, maxItems: 20 } as const;

/** A page that has a finding. */
export class FindingPageView {
  @StringField(MAX_URL_CHARACTERS, { example: 'https://example.com/old' }) url!: string;

  @ApiProperty({
    ...URLS,
    description: 'The other addresses of the finding: pages with the same title, the target of a redirect, …',
    example: [],
  })
  urls!: string[];

  @ApiProperty({ ...URLS, description: 'Pages that link there.', example: ['https://example.com/'] })
  linked_from!: string[];
}

/** What the pages of a website say together. */
export class SiteFindingView {
  @StringField(100, {
    description:
      'broken_links, redirect_loops, duplicate_titles, duplicate_descriptions, duplicate_contents, ' +
      'near_duplicate_contents, canonical_open, hreflang_open, sitemap_not_indexable, orphan_pages, redirect_chains, ' +
      'deep_pages, or check:<id> for the pages that fail a check.',
    example: 'broken_links',
  })
  id!: string;

  @StringField(1000, {
    example: '2 pages that are linked to do not load. Repair the page, or the links to it.',
  })
  message!: string;

  @CountField({ description: 'Pages that have it.', example: 2 }) count!: number;

  @ApiProperty({ type: () => FindingPageView, isArray: true, maxItems: 20 }) examples!: FindingPageView[];
}

/** A page with one of its findings. */
export interface FoundPage extends FindingExample {
  readonly finding: Pick<SiteFindingView, 'id' | 'message'>;
}

/** A page of a finding, in a list of all findings. */
export class FoundPageView {
  @StringField(100, { description: 'Id of the finding.', example: 'broken_links' }) finding!: string;

  @StringField(1000, {
    description: 'What the finding says of all its pages.',
    example: '2 pages that are linked to do not load. Repair the page, or the links to it.',
  })
  message!: string;

  @StringField(MAX_URL_CHARACTERS, { example: 'https://example.com/old' }) url!: string;

  @ApiProperty({ ...URLS, description: 'The other addresses of the finding.', example: [] }) urls!: string[];

  @ApiProperty({ ...URLS, description: 'Pages that link there.', example: ['https://example.com/'] })
  linked_from!: string[];
}

export function foundPageView({ finding: { id, message }, url, urls, linkedFrom }: FoundPage): FoundPageView {
  return { finding: id, message, url, urls: [...urls], linked_from: [...linkedFrom] };
}

export function findingPageView({ url, urls, linkedFrom }: FindingExample): FindingPageView {
  return { url, urls: [...urls], linked_from: [...linkedFrom] };
}

export function siteFindingView(
  { id, message }: SiteFinding,
  { count, examples }: FindingSummary,
): SiteFindingView {
  return { id, message: message(count, examples[0]?.url), count, examples: examples.map(findingPageView) };
}
