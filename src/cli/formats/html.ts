import { html, NOTHING } from '../../platform/pages/html.js';
import { htmlFile } from '../../platform/pages/html-page.js';
import { reportFile } from '../../presentation/reports/report-file.js';
import { pictureHtml } from '../../presentation/reports/rendered.js';
import { scraped, scrapedAddress } from '../../presentation/scraped.js';
import { type Grade, type RenderedFacts } from '../../engine/grading/grade.js';
import { type FormatOptions, type Writer } from './audited-page.js';

const DESCRIPTION = 'What each check found, where on the page, why it matters, and how to fix it.';

/** The report page of the service as one file that needs no network. Holds one page. */
export const htmlReport: Writer = (pages, options) =>
  pages
    .map(({ url, grade, fault }) => (grade ? report(url, grade, options) : refusal(url, fault)))
    .join('\n');

function report(url: string, grade: Grade, { publicUrl, resultOf }: FormatOptions): string {
  const { score, result, error, generatedAt, rendered, screenshots, finalUrl } = grade;
  const { viewport, full } = screenshots;
  const shown = { viewport: viewport !== null, full: full !== null };
  return reportFile({
    content: {
      report: {
        url,
        status: 'completed',
        score,
        result,
        errorCode: error?.code ?? null,
        errorDetail: error?.detail ?? null,
        createdAt: generatedAt,
        generatedAt,
        details: {
          ...grade,
          categories: { ...grade.categories },
          gates: [...grade.gates],
          checks: [...grade.checks],
          facts: { ...grade.facts },
          rendered: rendered && { ...rendered, screenshots: shown },
        },
      },
      earlier: null,
      resultOf,
    },
    title: `Report of ${new URL(finalUrl).hostname}, check by check`,
    description: DESCRIPTION,
    brand: null,
    base: publicUrl,
    picture: rendered && viewport && picture(rendered, viewport.webp),
    address: null,
  });
}

function picture(rendered: RenderedFacts, webp: Uint8Array) {
  const source = `data:image/webp;base64,${Buffer.from(webp).toString('base64')}`;
  return pictureHtml(rendered, source, null);
}

function refusal(url: string, fault: string | null): string {
  return htmlFile({
    title: 'Page not audited',
    description: DESCRIPTION,
    heading: html`<h1>${scrapedAddress(url)}</h1>
`,
    main: html`<p class="notice bad">The page was not audited. ${fault === null ? NOTHING : scraped(fault)}</p>
`,
    brand: null,
    style: '',
    base: null,
  });
}
