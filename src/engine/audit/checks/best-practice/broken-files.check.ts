import { counted } from '../../../../basics/quantities.js';
import { fail, notApplicable, pass, type SampleSize, surroundingsCheck } from '../../check.js';
import { typeOf, typeVerdict } from '../../file-types.js';
import { listed, quoted } from '../../quoted.js';
import { isRefusal } from '../../refusals.js';
import { type FileResponse, type ResourceKind, type ResourceReference } from '../../surroundings.js';
import { TOO_MANY_REQUESTS } from '../../too-many-requests.js';

const KINDS = new Set<ResourceKind>(['style', 'script', 'image', 'font']);
/** Errors that browsers would get, too. */
const DEAD: ReadonlyMap<string | null, string> = new Map([
  ['dns_not_found', 'unknown host'],
  ['connection_refused', 'connection refused'],
  ['tls_invalid', 'invalid certificate'],
]);

export const brokenFiles = surroundingsCheck({
  id: 'broken_files',
  name: 'Broken files',
  category: 'best_practice',
  importance: 'medium',
  what: 'None of the sampled style sheets, scripts, images and fonts is missing or has a type that browsers reject. Redirects are not followed.',
  why: 'A missing file breaks the look, the functions or the images of the page, and wastes a request on each visit.',
  fix: 'Correct the URLs shown, or restore the files. The type "text/html" often means that the server sends its home page or an error page instead of a 404.',
  source: 'https://fetch.spec.whatwg.org/#x-content-type-options-header',
  method: 'sampled',
  value: { not_loaded: 'integer', wrong_type: 'integer', urls: 'texts', faults: 'texts' },
  messages: {
    pass: (_value, { sample: { taken } }) =>
      `No broken file was found: ${counted(taken, 'file')} ${taken === 1 ? 'was' : 'were'} sampled, without following redirects.`,
    broken: (value, { sample }) => {
      const { not_loaded, wrong_type } = value;
      const alsoWrong =
        wrong_type === 0
          ? ''
          : ` and ${wrong_type.toLocaleString('en')} ${wrong_type === 1 ? 'has' : 'have'} a wrong type`;
      return `${outOf(not_loaded, sample)} could not be loaded${alsoWrong} (${faultList(value)}).`;
    },
    wrong_type: (value, { sample }) =>
      `${outOf(value.wrong_type, sample)} ${value.wrong_type === 1 ? 'has' : 'have'} a type that browsers reject (${faultList(value)}).`,
    no_files: 'The page loads no style sheets, scripts, images or fonts.',
    not_asked: 'None of the files of the page could be checked.',
  },
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
    const not_loaded = broken.filter(({ fault }) => fault.isMissing).length;
    const value = {
      not_loaded,
      wrong_type: broken.length - not_loaded,
      urls: broken.map(({ file }) => file.url),
      faults: broken.map(({ fault }) => fault.shown),
    };
    if (broken.length === 0) return { ...pass(value), sample };
    const evidence = broken.map(({ file }) => file.place);
    return { ...fail(not_loaded > 0 ? 'broken' : 'wrong_type', { value, evidence }), sample };
  },
});

function outOf(count: number, { taken }: SampleSize): string {
  return `${count.toLocaleString('en')} of ${counted(taken, 'sampled file')}`;
}

function faultList({ urls, faults }: { urls: readonly string[]; faults: readonly string[] }): string {
  return listed(
    urls.map((url, index) => `${quoted(url)}: ${faults[index] ?? ''}`),
    2,
  );
}

/** Whether browsers would get the same response. */
function isConclusive({ url, status, error }: FileResponse, origin: string): boolean {
  if (status === null) return DEAD.has(error);
  return status !== TOO_MANY_REQUESTS && !isRefusal({ status }, url.startsWith(`${origin}/`));
}

function faultOf(
  { expected }: ResourceReference,
  response: FileResponse,
): { readonly isMissing: boolean; readonly shown: string } | null {
  const { status, error } = response;
  if (status === null) return { isMissing: true, shown: DEAD.get(error) ?? 'no response' };
  if (status >= 400) return { isMissing: true, shown: `status ${String(status)}` };
  const type = typeOf(response);
  const isLoaded = status >= 200 && status < 300;
  if (!isLoaded || typeVerdict(expected, response) !== 'wrong') return null;
  return { isMissing: false, shown: type === '' ? 'no Content-Type' : `type ${quoted(type)}` };
}

function styleSheet(status: number, type: string): FileResponse {
  return { url: 'https://example.com/site.css', status, error: null, headers: [['content-type', type]] };
}
