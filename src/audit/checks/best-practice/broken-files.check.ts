import { fail, notApplicable, pass, type SurroundingsCheck } from '../../check.js';
import { typeOf, typeVerdict } from '../../file-types.js';
import { type FileResponse, type ResourceKind, type ResourceReference } from '../../surroundings.js';

const KINDS = new Set<ResourceKind>(['style', 'script', 'image', 'font']);
/** Errors that browsers would get, too. */
const DEAD = new Set(['dns_not_found', 'connection_refused', 'tls_invalid']);
/** Other sites may refuse programs but not browsers. */
const REFUSALS = new Set([401, 403]);
const TOO_MANY_REQUESTS = 429;

export const brokenFiles: SurroundingsCheck = {
  id: 'broken_files',
  name: 'Broken files',
  category: 'best_practice',
  importance: 'medium',
  what: 'The sampled style sheets, scripts, images and fonts exist, and have a type that browsers accept.',
  why: 'A missing file breaks the look, the functions or the images of the page, and wastes a request on each visit.',
  fix: 'Correct the URLs shown, or restore the files. The type "text/html" often means that the server sends its home page or an error page instead of a 404.',
  source: 'https://fetch.spec.whatwg.org/#x-content-type-options-header',
  method: 'sampled',
  examples: {
    passes: {
      html: '<link rel="stylesheet" href="/site.css">',
      responses: { resources: [styleSheet(200, 'text/css')] },
    },
    fails: {
      html: '<link rel="stylesheet" href="/site.css">',
      responses: { resources: [styleSheet(404, 'text/html')] },
    },
  },
  judge({ page, references: { resources }, responses }) {
    const { origin } = new URL(page.url);
    const files = new Map(
      resources.taken.filter(({ kind }) => KINDS.has(kind)).map((file) => [file.url, file]),
    );
    const judged = responses.resources.flatMap((response) => {
      const file = files.get(response.url);
      return file && isConclusive(response, origin) ? [{ file, fault: faultOf(file, response) }] : [];
    });
    if (judged.length === 0) return notApplicable(files.size === 0 ? 'no_files' : 'not_asked');
    const otherFiles = resources.taken.length - files.size;
    const sample = { taken: judged.length, of: resources.of - otherFiles };
    const broken = judged.flatMap(({ file, fault }) => (fault ? [{ file, fault }] : []));
    if (broken.length === 0) return { ...pass(), sample };
    const reason = broken.some(({ fault }) => fault.isMissing) ? 'broken' : 'wrong_type';
    const value = broken.map(({ file, fault }) => `${file.url} ${fault.shown}`);
    const evidence = broken.map(({ file }) => file.place);
    return { ...fail(reason, { value, evidence }), sample };
  },
};

/** Whether browsers would get the same response. */
function isConclusive({ url, status, error }: FileResponse, origin: string): boolean {
  if (status === null) return DEAD.has(error ?? '');
  return status !== TOO_MANY_REQUESTS && (!REFUSALS.has(status) || url.startsWith(`${origin}/`));
}

function faultOf(
  { expected }: ResourceReference,
  response: FileResponse,
): { readonly isMissing: boolean; readonly shown: string } | null {
  const { status, error } = response;
  if (status === null || status >= 400) return { isMissing: true, shown: String(status ?? error) };
  const isLoaded = status >= 200 && status < 300;
  if (!isLoaded || typeVerdict(expected, response) !== 'wrong') return null;
  return { isMissing: false, shown: typeOf(response) || 'without Content-Type' };
}

function styleSheet(status: number, type: string): FileResponse {
  return { url: 'https://example.com/site.css', status, error: null, headers: [['content-type', type]] };
}
