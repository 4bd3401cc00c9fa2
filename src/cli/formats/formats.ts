import { parse } from 'node:path';
import { type OutputFile } from '../output.js';
import { annotations } from './annotations.js';
import { type AuditedPage, type FormatOptions, type Writer } from './audited-page.js';
import { codeQuality } from './code-quality.js';
import { type AuditFormat } from './format-names.js';
import { htmlReport } from './html.js';
import { json } from './json.js';
import { junit } from './junit.js';
import { markdown } from './markdown.js';
import { sarif } from './sarif.js';
import { text } from './text.js';

interface Format {
  /** Name of its file in the folder of `--output`. */
  readonly file: string;
  /** Whether pages are independent, so that each is printed as soon as it is audited. */
  readonly isPerPage: boolean;
  /** Whether a file holds one page only, so that each page has its own. */
  readonly holdsOnePage?: boolean;
  readonly write: Writer;
}

export const FORMATS: Readonly<Record<AuditFormat, Format>> = {
  text: { file: 'pagegrade.txt', isPerPage: true, write: text },
  json: { file: 'pagegrade.ndjson', isPerPage: true, write: json },
  sarif: { file: 'pagegrade.sarif', isPerPage: false, write: sarif },
  junit: { file: 'pagegrade.junit.xml', isPerPage: false, write: junit },
  markdown: { file: 'pagegrade.md', isPerPage: false, write: markdown },
  html: { file: 'pagegrade.html', isPerPage: true, holdsOnePage: true, write: htmlReport },
  codequality: { file: 'pagegrade.codequality.json', isPerPage: false, write: codeQuality },
  github: { file: 'pagegrade.annotations.txt', isPerPage: false, write: annotations },
};

/** The files of a format. Where a file holds one page only, those of several pages are numbered: `pagegrade-2.html`. */
export function filesOf(
  format: AuditFormat,
  pages: readonly AuditedPage[],
  options: FormatOptions,
): OutputFile[] {
  const { file, holdsOnePage = false, write } = FORMATS[format];
  if (!holdsOnePage || pages.length === 1) return [{ file, text: write(pages, options) }];
  const { name, ext } = parse(file);
  return pages.map((page, index) => ({
    file: `${name}-${String(index + 1)}${ext}`,
    text: write([page], options),
  }));
}
