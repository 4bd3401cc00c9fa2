import { hash } from 'node:crypto';
import { ApiProperty } from '@nestjs/swagger';
import { CATEGORIES } from '../../engine/audit/check.js';
import { gainsOf } from '../../engine/audit/gain.js';
import { CHECKS } from '../../engine/audit/registry.js';
import { type Gate } from '../../engine/audit/score.js';
import { CodeField, IdField, ScoreField, UrlField, StringField } from '../../platform/http/openapi/fields.js';
import { FindingView } from './finding.view.js';
import { findingView } from './shown-finding.js';
import { reportView, ReportView } from './report.view.js';
import { ParityView, parityView } from './parity.view.js';
import { RenderedView, renderedView } from './rendered.view.js';
import { type FullReport } from '../full-report.js';
import { sharePath } from '../../websites/share-path.js';

export class GateView {
  @CodeField({ description: 'Id of the failed check that limits the score.', example: 'indexable' })
  id!: string;

  @ScoreField({ example: 49 }) max_score!: number;
}

export class PreviousReportView {
  @IdField({ example: 11 }) id!: number;

  @ScoreField({ example: 81 }) score!: number;
}

/** A report with all its findings. */
export class FullReportView extends ReportView {
  @StringField(9000, {
    nullable: true,
    description: 'URL after redirects.',
    example: 'https://example.com/',
  })
  final_url!: string | null;

  @ApiProperty({
    type: 'object',
    properties: Object.fromEntries(
      CATEGORIES.map((category) => [
        category,
        { type: 'integer', format: 'int32', nullable: true, minimum: 0, maximum: 100 },
      ]),
    ),
    additionalProperties: false,
    description: 'Score by category, before gates; null if no check applied.',
    example: { seo: 90, content: null, performance: 100, security: 62, best_practice: 100 },
  })
  categories!: Record<string, number | null>;

  @ApiProperty({
    type: () => GateView,
    isArray: true,
    maxItems: 100,
    description: 'Limits on the score because of failed checks.',
  })
  gates!: Gate[];

  @ApiProperty({
    type: () => FindingView,
    isArray: true,
    maxItems: 1000,
    description: 'One finding per check; none if the page could not be loaded.',
  })
  checks!: FindingView[];

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description:
      'What was measured while loading: http_status, content_type, redirects, timings in ms, sizes in bytes, tls, ' +
      'alpn, robots_txt, requests, and shared_answers: how many responses were taken from other audits of the same ' +
      'crawl, instead of being requested again. Null for steps that were not reached.',
    example: { http_status: 200, sizes: { encoded_bytes: 648, decoded_bytes: 1256 } },
  })
  facts!: Record<string, unknown>;

  @ApiProperty({
    type: () => ParityView,
    nullable: true,
    description:
      'Results of two reference engines for the same page, including their quirks. Null if the page could not be loaded.',
  })
  parity!: ParityView | null;

  @ApiProperty({
    type: () => RenderedView,
    nullable: true,
    description: 'What a browser made of the page. Null if the page was not rendered.',
  })
  rendered!: RenderedView | null;

  @StringField(200, {
    nullable: true,
    description:
      'Version of the checks and weights, including changes by the settings. Null until completed.',
    example: '2026-11-22',
  })
  ruleset_version!: string | null;

  @ApiProperty({
    type: () => PreviousReportView,
    nullable: true,
    description: 'The newest completed report of the same url before this one, if it still exists.',
  })
  previous!: PreviousReportView | null;

  @UrlField({
    description: 'Page of this report for people without a key, subject to the privacy of the website.',
    example: 'https://pagegrade.example.com/s/5f0c1d9e7a3b42c8a6d4e2f10b9c8d7e/reports/12',
  })
  share_url!: string;
}

/** Changes with the checks and their texts. */
const CHECKS_VERSION = hash('sha256', JSON.stringify(CHECKS));

/** Changes whenever a report's view does; the findings of a completed report change only with the texts of the checks,
 *  and with how gains are computed. */
export function versionOf(view: FullReportView): object {
  return Object.assign({}, view, { checks: CHECKS_VERSION, gains: view.checks.map(({ gain }) => gain) });
}

/** Reports of older versions, which knew no crawls, have no number of shared answers. */
function factsOf({ status, details: { facts } }: FullReport): Record<string, unknown> {
  return status === 'completed' ? { shared_answers: 0, ...facts } : facts;
}

/** @param base of absolute links */
export function fullReportView(report: FullReport, base: string): FullReportView {
  const { details, previous, website } = report;
  const gains = gainsOf(details);
  const shareUrl = `${base}${sharePath(website.shareToken)}/reports/${String(report.id)}`;
  return {
    ...reportView(report),
    final_url: details.finalUrl,
    categories: Object.fromEntries(
      CATEGORIES.map((category) => [category, details.categories[category] ?? null]),
    ),
    gates: details.gates,
    checks: details.checks.map((finding) => findingView(finding, { gains, base })),
    parity: details.parity && parityView(details.parity),
    facts: factsOf(report),
    rendered: details.rendered && renderedView(details.rendered, shareUrl),
    ruleset_version: details.rulesetVersion,
    previous,
    share_url: shareUrl,
  };
}
