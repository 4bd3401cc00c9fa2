import { typeVerdict } from '../audit/file-types.js';
import {
  type FileResponse,
  type ResourceKind,
  type ResourceReference,
  type SiteResponse,
} from '../audit/surroundings.js';
import { Chunks } from '../page-loader/chunks.js';
import { keyOf } from '../page-loader/site-client.js';
import { type Visit } from '../page-loader/visit.js';
import { lastingOf } from '../page-loader/visit-answers.js';
import { isImage, isMarkup } from './first-bytes.js';

/** The same Accept headers as browsers. */
const ACCEPTED: Readonly<Partial<Record<ResourceKind, string>>> = {
  style: 'text/css,*/*;q=0.1',
  script: '*/*',
  font: '*/*',
  image: 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8',
};
/** Files of unclear type to read the beginning of. */
const MAX_READ = 10;
const BEGINNING_BYTES = 4096;

/** Requests the sampled files of a page.
 *  @param known responses by URL that are already there */
export async function requestFiles(
  visit: Visit,
  {
    references,
    known,
  }: { readonly references: readonly ResourceReference[]; readonly known: ReadonlyMap<string, SiteResponse> },
): Promise<FileResponse[]> {
  let left = MAX_READ;
  return Promise.all(
    references.map(async ({ url, kind, expected }): Promise<FileResponse> => {
      const headers = { accept: ACCEPTED[kind] ?? '*/*' };
      const response = known.get(url) ?? (await visit.site.askOnce({ url, headers }));
      const isLoaded = response.status !== null && response.status >= 200 && response.status < 300;
      if (!isLoaded || typeVerdict(expected, response) !== 'unknown' || left === 0) return response;
      left -= 1;
      const content = await contentOf(visit, { url, headers });
      return content === null ? response : { ...response, content };
    }),
  );
}

interface FileRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

type Content = NonNullable<FileResponse['content']>;

/** null if there is no response. */
async function contentOf(visit: Visit, request: FileRequest): Promise<Content | null> {
  const key = keyOf({ ...request, method: 'GET' });
  const { error, content } = await visit.answers.once(key, () => readContent(visit, request), lastingOf);
  return error === null ? content : null;
}

async function readContent(
  visit: Visit,
  request: FileRequest,
): Promise<{ readonly error: string | null; readonly content: Content }> {
  const body = new Chunks(BEGINNING_BYTES);
  const { error } = await visit.site.read(request, {
    maxBytes: BEGINNING_BYTES,
    take: (chunk) => {
      body.add(chunk);
    },
  });
  const bytes = body.bytes();
  if (isImage(bytes)) return { error, content: 'image' };
  return { error, content: isMarkup(bytes) ? 'markup' : 'other' };
}
