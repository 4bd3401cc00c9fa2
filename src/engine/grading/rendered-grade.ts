import { type Finding } from '../audit/audit.js';
import { needsBrowser } from '../audit/rendered-findings.js';
import { type LoadedPage } from '../page-loader/visit.js';
import { type RenderMode } from './render-mode.js';
import { type Grade } from './grade.js';

/** Whether a page that was loaded and audited has to be rendered. */
export function isToRender({ error, checks }: Grade, render: RenderMode): boolean {
  return error === null && needsBrowser(render, checks);
}

/** Where a browser begins: it follows the redirects of servers itself, as they are part of what the page takes to load. */
export function addressToRender({ hops, url }: Pick<LoadedPage, 'hops' | 'url'>): string {
  const refreshedAt = hops.findLastIndex(({ status }) => status === null);
  return hops[refreshedAt + 1]?.url ?? url;
}

/** Whether a browser worked on the page, even if in vain. */
export function wasInBrowser({ rendered }: Grade): boolean {
  return rendered !== null && rendered.error?.code !== 'rendering_unavailable';
}

export const TOO_COMPLEX = {
  code: 'page_too_large' as const,
  detail: 'The rendered document is too complex to be audited.',
};

/** Number of visible words that a check counted. */
export function wordsIn(findings: readonly Finding[]): number | null {
  const words = findings.find(({ id }) => id === 'content_length')?.value?.words;
  return typeof words === 'number' ? words : null;
}
