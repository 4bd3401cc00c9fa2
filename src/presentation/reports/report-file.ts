import { type Brand } from '../../platform/pages/brand.js';
import { type Html, html, NOTHING } from '../../platform/pages/html.js';
import { htmlFile } from '../../platform/pages/html-page.js';
import { type Medium } from '../medium.js';
import { PRINT_STYLE } from './print-style.js';
import { type ReportContent, reportHero, reportSections } from './report-sections.js';
import { listOfContents } from '../section.js';

export interface ReportFile {
  readonly content: ReportContent;
  readonly title: string;
  readonly description: string;
  readonly brand: Brand | null;
  /** Base of links to this server, without a trailing slash; null: there are none. */
  readonly base: string | null;
  /** Of the page; null: there is none. */
  readonly picture: Html | null;
  /** Of the report's page, where it has one that the file may name. */
  readonly address: string | null;
}

/** A report as one file that needs no network, for printing and keeping: with everything unfolded, and without the page's
 *  other reports. It is the same whenever it is made. */
export function reportFile({
  content,
  title,
  description,
  brand,
  base,
  picture,
  address,
}: ReportFile): string {
  const medium: Medium = { base, isUnfolded: true };
  const sections = reportSections(content, medium);
  const first = sections.findIndex(({ heading }) => heading !== null);
  const markups = sections.map(({ markup }) => markup);
  const contents = first < 0 ? [] : [listOfContents(sections)];
  return htmlFile({
    title,
    description,
    brand,
    base,
    style: PRINT_STYLE,
    heading: reportHero(content, { picture: picture ?? NOTHING, actions: NOTHING }),
    main: html`${markups.toSpliced(first, 0, ...contents)}${
      address !== null &&
      html`<p class="quiet">Link to this report: <a href="${address}">${address}</a></p>
`
    }`,
  });
}

/** The file with its list of contents shown in print. */
export function withContents(file: string): string {
  return file.replace('<html ', '<html class="long" ');
}
