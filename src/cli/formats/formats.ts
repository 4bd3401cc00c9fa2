import { annotations } from './annotations.js';
import { type Writer } from './audited-page.js';
import { codeQuality } from './code-quality.js';
import { json } from './json.js';
import { junit } from './junit.js';
import { markdown } from './markdown.js';
import { sarif } from './sarif.js';
import { text } from './text.js';

export const AUDIT_FORMATS = ['text', 'json', 'sarif', 'junit', 'markdown', 'codequality', 'github'] as const;

export type AuditFormat = (typeof AUDIT_FORMATS)[number];

interface Format {
  /** Name of its file in the folder of `--output`. */
  readonly file: string;
  /** Whether pages are independent, so that each is printed as soon as it is audited. */
  readonly isPerPage: boolean;
  readonly write: Writer;
}

export const FORMATS: Readonly<Record<AuditFormat, Format>> = {
  text: { file: 'pagegrade.txt', isPerPage: true, write: text },
  json: { file: 'pagegrade.ndjson', isPerPage: true, write: json },
  sarif: { file: 'pagegrade.sarif', isPerPage: false, write: sarif },
  junit: { file: 'pagegrade.junit.xml', isPerPage: false, write: junit },
  markdown: { file: 'pagegrade.md', isPerPage: false, write: markdown },
  codequality: { file: 'pagegrade.codequality.json', isPerPage: false, write: codeQuality },
  github: { file: 'pagegrade.annotations.txt', isPerPage: false, write: annotations },
};
