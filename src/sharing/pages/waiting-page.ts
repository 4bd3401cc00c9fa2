import { type Brand } from '../../platform/pages/brand.js';
import { html } from '../../platform/pages/html.js';
import { htmlPage } from '../../platform/pages/html-page.js';

/** A client that waits for a PDF asks again after this time. */
export const PDF_SECONDS = 2;

/** What there will be. */
export type Awaited = 'PDF' | 'report';

/** Shown while a file is made. It reveals nothing about the report. */
export function waitingPage(brand: Brand | null, awaited: Awaited): string {
  return htmlPage({
    brand,
    title: `The ${awaited} is being made`,
    description: 'The file of a report is being made.',
    head: html`<meta name="robots" content="noindex, nofollow">
`,
    main: html`<p role="status">This takes a few seconds. The page reloads by itself until the ${awaited} is here.</p>
<p><a href="">Reload now</a></p>
`,
  });
}
