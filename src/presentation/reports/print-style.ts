import { compactStyle } from '../../platform/pages/compact-style.js';

/** What a report's file adds to the style sheet of all pages. The list of contents is for long prints only. */
export const PRINT_STYLE = compactStyle(`
.contents { display: none; }
.contents ol { list-style: none; padding: 0; columns: 2; column-gap: 2rem; }
.contents li { break-inside: avoid; }
.contents .sub { padding-inline-start: 1.25rem; }
@media print {
  @page { size: A4; margin: 14mm 14mm 16mm; }
  html { font-size: 9pt; }
  body { line-height: 1.4; }
  p, li, dd { max-width: none; orphans: 3; widows: 3; }
  a { color: inherit; }
  h1, h2, h3, h2 + p.quiet { break-after: avoid; }
  h2 { margin-top: 1.25rem; }
  .long .contents { display: block; }
  .contents ol { columns: 3; }
  .finding { padding: 0.35rem 0.8rem; margin: 0.4rem 0; }
  .finding > summary::before, .finding[open] > summary::before { content: none; }
  .finding h3 { display: inline-block; margin-inline-end: 0.75rem; }
  .finding .tags { float: inline-end; margin: 0 0 0 0.75rem; font-size: 0.8rem; }
  .finding p { margin: 0.2rem 0; }
  .finding p.about:has(a) { display: none; }
  .places { margin: 0.3rem 0; }
  .places li { margin: 0.1rem 0; padding: 0 0.5rem; font-size: 0.78rem; line-height: 1.3; }
  .places code { font-size: 0.9em; line-height: inherit; }
  .places .where { display: inline; margin-inline-end: 0.75em; }
  details.row { border: 0; }
  details.row > summary { display: block; padding: 0.2rem 0; font-size: 0.9rem; }
  details.row .compact { margin: 0 0 0.3rem; font-size: 0.85rem; }
  details.brief .compact .quiet { display: none; }
  dl.facts:not(.metrics) { grid-template-columns: max-content minmax(0, 1fr) max-content minmax(0, 1fr); gap: 0.1rem 1rem; }
  .fixes li { padding: 0.2rem 0; }
  .gain { min-width: 0; }
  .report.hero { flex-wrap: nowrap; }
  .compact { columns: 3; }
  .compact li { padding: 0.05rem 0; }
  .report .picture img { width: 6rem; max-height: 10rem; }
}
`);
