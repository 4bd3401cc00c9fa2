import { type Crawl } from '../../crawls/crawl.entity.js';
import { CRAWL_RANGES, CreateCrawlBody } from '../../crawls/dto/create-crawl.dto.js';
import { type RenderMode } from '../../engine/grading/render-mode.js';
import { html } from '../../platform/pages/html.js';
import { type Refusal } from '../forms/refusal.js';
import { consolePage, postForm } from '../pages/console-page.js';
import { addressField, choicesField, faultAbove, linesField, textField } from '../pages/form-parts.js';
import { renderField } from '../pages/render-field.js';
import { type ConsoleVisit } from '../sessions/console-visit.js';
import { SOURCE_WORDS } from './crawl-settings.js';

const PATH = '/console/crawls';
const FIELDS = ['url', 'max_pages', 'max_depth', 'sources', 'include', 'exclude', 'render', 'delay_ms'];
const PATTERN_HINT = 'One path a line, with * for any text: /blog/*';

/** What the form begins with. */
interface CrawlStart extends Pick<
  Crawl,
  'url' | 'maxPages' | 'maxDepth' | 'sources' | 'include' | 'exclude' | 'delayMs'
> {
  /** null: by the setting. */
  readonly render: RenderMode | null;
}

/** The form for a crawl with settings of its own.
 *  @param like the crawl whose settings it begins with; null: those of the API */
export function newCrawlPage(visit: ConsoleVisit, like: Crawl | null, refused: Refusal | null): string {
  const start = like ?? defaultStart();
  const { url, maxPages, maxDepth, sources, include, exclude, render, delayMs } = start;
  const number = (name: keyof typeof CRAWL_RANGES, label: string, value: number) =>
    textField({
      ...{ name, label, refused, type: 'number', value: String(value) },
      attributes: html` required min="${CRAWL_RANGES[name].min}" max="${CRAWL_RANGES[name].max}"`,
    });
  return consolePage(visit, {
    title: 'New crawl',
    faults: [faultAbove(refused, FIELDS)],
    heading: html`<p class="crumbs"><a href="${PATH}">Crawls</a> / New crawl</p>
<h1>Audit a whole website</h1>
`,
    main: postForm(
      visit,
      { action: PATH, style: 'panel wide', isOnce: true },
      html`${addressField({ name: 'url', label: 'Address to start from', value: url, refused })}<div class="pair"><div>${number('max_pages', 'Maximum number of pages', maxPages)}</div><div>${number('max_depth', 'Maximum number of clicks from the start', maxDepth)}</div></div>
${choicesField({
  ...{ name: 'sources', label: 'Where addresses come from', type: 'checkbox', refused },
  options: Object.entries(SOURCE_WORDS),
  chosen: sources,
})}<div class="pair"><div>${linesField({ name: 'include', label: 'Only these addresses', value: include, hint: `${PATTERN_HINT}. Empty: all.`, refused })}</div><div>${linesField({ name: 'exclude', label: 'Without these addresses', value: exclude, hint: `${PATTERN_HINT}.`, refused })}</div></div>
<div class="pair"><div>${renderField(render, refused)}</div><div>${number('delay_ms', 'Milliseconds between two pages', delayMs)}</div></div>
<button>Start</button>
`,
    ),
  });
}

function defaultStart(): CrawlStart {
  const { max_pages, max_depth, delay_ms, sources, include, exclude } = new CreateCrawlBody();
  return {
    ...{ url: '', sources, include, exclude, render: null },
    ...{ maxPages: max_pages, maxDepth: max_depth, delayMs: delay_ms },
  };
}
