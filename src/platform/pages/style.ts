import { createHash } from 'node:crypto';
import { compactStyle } from './compact-style.js';

/** The style sheet of all pages: light and dark, from 320 px up, and for print. Text has a contrast of at least 4.5 to
 *  its background, shapes 3.
 *  @see https://www.w3.org/TR/WCAG22/#contrast-minimum */
export const STYLE = compactStyle(`:root {
  color-scheme: light dark;
  --ink: light-dark(#171b21, #e8eaed);
  --quiet: light-dark(#525c68, #a3adb8);
  --ground: light-dark(#ffffff, #13161a);
  --panel: light-dark(#f5f7f9, #1c2126);
  --line: light-dark(#d8dee5, #343b43);
  --link: light-dark(#0b57a4, #80bcff);
  --good: light-dark(#10693a, #63d391);
  --decent: light-dark(#7a4f00, #f0b849);
  --bad: light-dark(#a8231b, #ff948b);
  --good-fill: light-dark(#1d8a4f, #4fc07f);
  --decent-fill: light-dark(#b86e00, #e0a53a);
  --bad-fill: light-dark(#cc3a2f, #f07a70);
  --good-tint: light-dark(#e6f5ec, #14301f);
  --decent-tint: light-dark(#fdf3de, #33270d);
  --bad-tint: light-dark(#fdecea, #3a1815);
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', monospace;
}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1rem; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--ground); color: var(--ink); font: 1rem/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif; }
main, .bar > div, footer > p { width: 100%; max-width: 62rem; margin: 0 auto; padding-inline: clamp(1rem, 4vw, 2rem); }
main { flex: 1; overflow-wrap: break-word; padding-block: 1.5rem 3rem; outline: none; }
h1, h2, h3 { line-height: 1.25; text-wrap: balance; }
h1 { font-size: clamp(1.5rem, 1.1rem + 2vw, 2.1rem); margin: 0.5rem 0 1rem; overflow-wrap: anywhere; }
h2 { font-size: 1.3rem; margin: 2.5rem 0 0.75rem; }
h3 { font-size: 1.05rem; margin: 0; }
p { margin: 0.75rem 0; }
p, li, dd { max-width: 46rem; }
a { color: var(--link); text-underline-offset: 0.2em; text-decoration-thickness: from-font; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 2px; }
code, pre, kbd { font: 0.875em/1.55 var(--mono); }
pre { margin: 0.75rem 0; padding: 0.75rem 1rem; overflow-x: auto; background: var(--panel); border: 1px solid var(--line); border-radius: 0.5rem; white-space: pre-wrap; overflow-wrap: anywhere; }
ul, ol { padding-inline-start: 1.25rem; }
summary { cursor: pointer; color: var(--link); }
time { white-space: nowrap; }
bdi { overflow-wrap: anywhere; unicode-bidi: isolate; }

.skip { position: absolute; inset-inline-start: 1rem; top: -4rem; padding: 0.5rem 1rem; background: var(--ground); border: 2px solid var(--link); border-radius: 0.5rem; z-index: 1; }
.skip:focus { top: 0.5rem; }
.bar { border-bottom: 1px solid var(--line); }
.bar > div { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.25rem 1.5rem; padding-block: 0.6rem; }
.bar nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; }
.bar nav a, .brand { display: inline-block; padding-block: 0.3rem; }
.bar [aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
.bar .account { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1rem; font-size: 0.9rem; }
.brand { display: inline-flex; align-items: center; gap: 0.5rem; color: inherit; font-weight: 650; text-decoration: none; overflow-wrap: anywhere; }
.logo { display: block; width: auto; height: auto; max-width: min(18rem, 100%); max-height: 3rem; padding: 0.2rem; border-radius: 0.3rem; background: light-dark(transparent, #ffffff); }
footer { border-top: 1px solid var(--line); color: var(--quiet); font-size: 0.9rem; }
footer > p { margin-block: 1rem; overflow-wrap: anywhere; }

.lead { font-size: 1.15rem; }
.quiet { color: var(--quiet); font-weight: 400; }
.status { margin: 0; color: var(--quiet); font-size: 3rem; font-weight: 700; line-height: 1; }
.good { color: var(--good); }
.decent { color: var(--decent); }
.bad { color: var(--bad); }
.crumbs { margin: 0; color: var(--quiet); overflow-wrap: anywhere; }
.crumbs a { display: inline-block; padding-block: 0.15rem; }

.doors { list-style: none; margin: 1.5rem 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); gap: 0.75rem; }
.doors li { padding: 1rem; background: var(--panel); border: 1px solid var(--line); border-radius: 0.6rem; }
.doors a { font-weight: 600; }
.doors span { display: block; color: var(--quiet); }

dl.facts { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: 0.3rem 1.5rem; margin: 1rem 0; }
dl.facts dt { color: var(--quiet); }
dl.facts dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
dl.checks dt { margin-top: 1rem; font-weight: 600; }
dl.checks dd { margin: 0; }

.hero { display: flex; flex-wrap: wrap; align-items: center; gap: 1rem 2rem; margin: 0.5rem 0 1.5rem; }
.hero > div { flex: 1 1 18rem; min-width: 0; }
.hero h1 { margin: 0 0 0.5rem; }
.hero p { margin: 0.25rem 0; }
.report.hero { align-items: start; flex-wrap: nowrap; }
.report .picture { flex: none; order: 2; }
.report .picture img { display: block; width: 9rem; height: auto; max-height: 15rem; object-fit: cover; object-position: top; border: 1px solid var(--line); border-radius: 0.5rem; }
.report .lead { margin-block: 0.5rem; }
.gain { display: inline-block; min-width: 5.2rem; padding: 0 0.5rem; border-radius: 1rem; background: var(--good-tint); color: var(--good); font-weight: 600; font-size: 0.9rem; text-align: center; white-space: nowrap; font-variant-numeric: tabular-nums; }
.fixes { margin: 0.75rem 0; padding: 0; list-style: none; }
.fixes li { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0 0.75rem; align-items: baseline; padding: 0.5rem 0; border-bottom: 1px solid var(--line); max-width: none; }
.fixes a { grid-column: 2; font-weight: 600; }
.fixes span:last-child { grid-column: 2; }
.ring { flex: none; width: 9rem; height: 9rem; }
.ring .track { stroke: var(--line); }
.ring .arc { stroke: var(--fill); }
.good { --fill: var(--good-fill); }
.decent { --fill: var(--decent-fill); }
.bad { --fill: var(--bad-fill); }
.ring text { fill: currentColor; font: 700 2.4rem system-ui, sans-serif; text-anchor: middle; }
.ring .word { font-size: 0.95rem; font-weight: 600; }

.pill { display: inline-block; min-width: 6.2rem; padding: 0.05rem 0.6rem; border: 1px solid currentColor; border-radius: 1rem; font-weight: 600; font-size: 0.9rem; text-align: center; white-space: nowrap; font-variant-numeric: tabular-nums; }
.pill.good { background: var(--good-tint); }
.pill.decent { background: var(--decent-tint); }
.pill.bad { background: var(--bad-tint); }
.pill.none { color: var(--quiet); }

.categories { list-style: none; margin: 1rem 0; padding: 0; display: grid; gap: 0.6rem; }
.categories li { display: grid; grid-template-columns: minmax(0, 17rem) 1fr 3rem; align-items: center; gap: 0 1rem; max-width: none; }
.categories svg { width: 100%; height: 0.6rem; border-radius: 0.3rem; background: var(--line); }
.categories rect { fill: var(--fill); }
.categories .number { text-align: end; font-weight: 600; font-variant-numeric: tabular-nums; }

.notice { margin: 1rem 0; padding: 0.75rem 1rem; max-width: 46rem; background: var(--panel); border: 1px solid var(--line); border-inline-start: 4px solid var(--link); border-radius: 0.5rem; }
.notice.bad { color: inherit; background: var(--bad-tint); border-inline-start-color: var(--bad-fill); }
.notice.decent { color: inherit; background: var(--decent-tint); border-inline-start-color: var(--decent-fill); }
.notice > :first-child { margin-top: 0; }
progress { width: 100%; height: 0.8rem; accent-color: var(--link); }
.notice label { display: inline; font-size: inherit; }
h2.small { margin: 0 0 0.25rem; font-size: 1.05rem; }
.notice > :last-child { margin-bottom: 0; }

.finding { margin: 0.75rem 0; padding: 1rem 1.15rem; border: 1px solid var(--line); border-inline-start: 4px solid var(--quiet); border-radius: 0.5rem; min-width: 0; }
.finding.fail { border-inline-start-color: var(--bad-fill); }
.finding.warn { border-inline-start-color: var(--decent-fill); }
.finding > summary { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 0.75rem; color: inherit; list-style: none; }
.finding > summary::-webkit-details-marker { display: none; }
.finding > summary::before { content: '▸'; color: var(--quiet); }
.finding[open] > summary::before { content: '▾'; }
.finding > summary h3 { display: inline; }
.finding p { margin: 0.4rem 0; }
.finding .about { font-size: 0.9rem; color: var(--quiet); }
.tags { display: flex; flex-wrap: wrap; gap: 0.3rem 0.5rem; margin: 0.25rem 0 0.5rem; padding: 0; list-style: none; font-size: 0.85rem; }
.tags li { padding: 0 0.5rem; border: 1px solid var(--line); border-radius: 0.3rem; color: var(--quiet); }
.tags .fail { color: var(--bad); border-color: currentColor; }
.tags .warn { color: var(--decent); border-color: currentColor; }
.places { margin: 0.5rem 0; padding: 0; list-style: none; }
.places li { margin: 0.35rem 0; padding: 0.4rem 0.7rem; background: var(--panel); border-radius: 0.4rem; max-width: none; overflow: clip; contain: paint; overflow-wrap: anywhere; }
.places .where { display: block; color: var(--quiet); font-size: 0.85rem; }
.compact { list-style: none; margin: 0.75rem 0; padding: 0; columns: 2 20rem; column-gap: 2rem; }
.compact li { break-inside: avoid; padding: 0.25rem 0; }
.compact a { color: inherit; font-weight: 500; }
.compact .quiet { display: block; font-size: 0.9rem; line-height: 1.45; }

details.row { border-bottom: 1px solid var(--line); }
details.row > summary { padding-block: 0.5rem; color: inherit; font-weight: 500; }
details.row > :last-child { margin-bottom: 1rem; }
.filter { display: flex; flex-wrap: wrap; align-items: end; gap: 0.75rem; margin: 1rem 0; padding: 0.9rem 1rem; background: var(--panel); border: 1px solid var(--line); border-radius: 0.6rem; }
.filter div { flex: 0 1 auto; min-width: 0; }
.filter .wide { flex: 1 1 11rem; }
label { display: block; font-size: 0.9rem; font-weight: 500; }
input, select, textarea, button { font: inherit; color: inherit; min-height: 2.75rem; padding: 0.3rem 0.7rem; background: var(--ground); border: 1px solid light-dark(#7b8591, #7d8792); border-radius: 0.4rem; }
input, textarea { width: 100%; }
input[type='file'] { padding-block: 0.5rem; }
select { width: 100%; }
button { cursor: pointer; padding-inline: 1.25rem; font-weight: 600; color: var(--ground); background: var(--link); border-color: var(--link); }
button:hover { filter: brightness(1.1); }
button[aria-disabled] { cursor: progress; opacity: 0.6; }
button.plain { min-height: 0; padding: 0.2rem 0; color: var(--link); background: none; border: 0; font-weight: 400; text-decoration: underline; text-underline-offset: 0.2em; }
button.danger { background: var(--bad); border-color: var(--bad); }
fieldset { margin: 0.75rem 0; padding: 0; border: 0; }
legend { padding: 0; font-weight: 600; }
.fault { margin: 0.25rem 0 0.75rem; color: var(--bad); font-size: 0.9rem; }
[aria-invalid] { border-color: var(--bad-fill); border-width: 2px; }
input:is([type='radio'], [type='checkbox']) { width: 1.25rem; min-height: 1.25rem; margin: 0; flex: none; }
.choice { display: flex; gap: 0.5rem; align-items: center; padding-block: 0.25rem; }
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: center; margin: 1rem 0; }
td .actions { margin: 0; flex-wrap: nowrap; }
.panel { max-width: 26rem; margin: 1.5rem 0; padding: 1.25rem; background: var(--panel); border: 1px solid var(--line); border-radius: 0.6rem; }
.panel button { width: 100%; margin-top: 0.75rem; }
.panel > label, .pair label { margin-top: 0.5rem; }
.panel.wide { max-width: 46rem; }
.panel.wide button { width: auto; }
.panel .quiet { margin: 0.25rem 0 0.75rem; font-size: 0.9rem; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); gap: 0 1.25rem; }
.budget { display: grid; grid-template-columns: minmax(0, 1fr) 11rem 6rem 4.5rem; gap: 0.25rem 0.75rem; align-items: end; padding-top: 0.4rem; border-top: 1px solid var(--line); }
.budget legend { float: left; grid-area: 1 / 1 / auto / -1; font-size: 0.9rem; }
.budget .choice { grid-area: 1 / 1 / auto / -1; justify-self: end; padding: 0; }
.budget .metric { grid-column: 1; }
.budget .fault { grid-column: 1 / -1; margin: 0; }

.reports { list-style: none; margin: 1rem 0; padding: 0; border-top: 1px solid var(--line); }
.reports li { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr) fit-content(50%); align-items: baseline; gap: 0.2rem 1rem; padding: 0.6rem 0; border-bottom: 1px solid var(--line); max-width: none; }
.reports a { overflow-wrap: anywhere; padding-block: 0.1rem; }
.reports .quiet { font-size: 0.9rem; text-align: end; overflow-wrap: anywhere; }
.reports .about { color: var(--quiet); font-size: 0.9rem; }
.pages { display: flex; flex-wrap: wrap; gap: 0.5rem 1.25rem; align-items: center; margin: 1rem 0; }
.pages a { padding-block: 0.3rem; }

.plot { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 0.75rem; margin: 1rem 0; max-width: 46rem; }
.plot svg { width: 100%; height: 10rem; overflow: visible; }
.plot path, .plot polyline { fill: none; vector-effect: non-scaling-stroke; }
.plot .grid { stroke: var(--line); stroke-width: 1; }
.plot .line { stroke: var(--link); stroke-width: 2; stroke-linejoin: round; }
.plot .dots { stroke: var(--link); stroke-width: 8; stroke-linecap: round; }
.plot .scale { display: flex; flex-direction: column; justify-content: space-between; margin-block: -0.6rem; color: var(--quiet); font-size: 0.8rem; line-height: 1.2rem; text-align: end; }
.plot .span { grid-column: 2; display: flex; justify-content: space-between; color: var(--quiet); font-size: 0.8rem; }
.plot figcaption { grid-column: 2; color: var(--quiet); font-size: 0.9rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin: 0.75rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: 0.35rem 1.25rem 0.35rem 0; text-align: start; vertical-align: top; border-bottom: 1px solid var(--line); }
th { font-weight: 600; }
.numbers :is(td, th):not(:first-child) { text-align: end; white-space: nowrap; }

.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); gap: 1rem; margin: 1rem 0; }
.side { padding: 1rem; border: 1px solid var(--line); border-radius: 0.6rem; min-width: 0; }
.side .hero { margin: 0; gap: 1rem; flex-wrap: nowrap; }
.side .hero > div { flex-basis: 8rem; }
.side .ring { width: 6rem; height: 6rem; }
.side h2 { margin: 0 0 0.25rem; font-size: 1.05rem; }

@media (max-width: 40rem) {
  .categories li { grid-template-columns: 1fr auto; }
  .categories svg { grid-column: 1 / -1; grid-row: 2; }
  .reports li { grid-template-columns: auto minmax(0, 1fr); }
  .reports a { grid-column: 1 / -1; grid-row: 1; }
  .reports .pill { justify-self: start; }
  .reports .quiet a { grid-column: auto; }
  dl.facts { grid-template-columns: 1fr; gap: 0; }
  dl.facts dd { margin-bottom: 0.6rem; }
  .hero { gap: 0.75rem 1.25rem; }
  .report.hero { flex-wrap: wrap; }
  .report.hero > div { flex-basis: 100%; }
  .report .ring { width: 7rem; height: 7rem; }
  .report .picture { order: 0; }
  .report .picture img { width: 4.5rem; height: 7rem; }
  .report h1 { font-size: 1.2rem; }
  .filter div { flex: 1 1 8rem; }
  .budget { grid-template-columns: minmax(0, 1fr) 5rem 4rem; }
  .budget .metric { grid-column: 1 / -1; }
}
@media print {
  :root { color-scheme: light; }
  @page { margin: 16mm 14mm; }
  html { font-size: 9.5pt; }
  main { max-width: none; padding: 0; }
  .skip, .bar nav, .bar .account, .filter, .pages, .screen, .actions, main form { display: none; }
  .bar, footer { border: 0; }
  .bar > div, footer > p { padding-inline: 0; max-width: none; }
  .ring, .pill, .categories svg, .categories rect, .finding, .places li, .notice, .plot { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .finding, .places li, .side, .reports li, .plot { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  @supports selector(::details-content) {
    details::details-content { content-visibility: visible; block-size: auto; }
    :where(details:not(.row)) > summary { display: none; }
  }
}
@media (prefers-contrast: more) {
  :root { --quiet: var(--ink); --line: var(--ink); }
}
`);

export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3.5" fill="#0b57a4"/>' +
  '<path d="M4 8.5l3 3 5-7" fill="none" stroke="#fff" stroke-width="2"/></svg>';

/** Nothing to see: pages without an icon make browsers request /favicon.ico. */
export const BLANK_ICON = '<svg xmlns="http://www.w3.org/2000/svg"/>';

/** Their URLs change with their content, so that browsers can cache them forever. */
export const STYLE_PATH = `/style.css?v=${versionOf(STYLE)}`;
export const ICON_PATH = `/icon.svg?v=${versionOf(ICON)}`;
export const BLANK_ICON_PATH = `/blank-icon.svg?v=${versionOf(BLANK_ICON)}`;

function versionOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
