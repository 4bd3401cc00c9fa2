import { typeVerdict } from '../audit/file-types.js';
import {
  type Answer,
  type FileAnswer,
  type ResourceKind,
  type ResourceReference,
} from '../audit/surroundings.js';
import { Chunks } from '../page-loader/chunks.js';
import { type Questions } from '../page-loader/questions.js';
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
export async function askFiles(
  site: Questions,
  {
    references,
    known,
  }: { readonly references: readonly ResourceReference[]; readonly known: ReadonlyMap<string, Answer> },
): Promise<FileAnswer[]> {
  let left = MAX_READ;
  return Promise.all(
    references.map(async ({ url, kind, expected }): Promise<FileAnswer> => {
      const headers = { accept: ACCEPTED[kind] ?? '*/*' };
      const answer = known.get(url) ?? (await site.ask({ url, headers }));
      const isLoaded = answer.status !== null && answer.status >= 200 && answer.status < 300;
      if (!isLoaded || typeVerdict(expected, answer) !== 'unknown' || left === 0) return answer;
      left -= 1;
      const content = await contentOf(site, { url, headers });
      return content === null ? answer : { ...answer, content };
    }),
  );
}

async function contentOf(
  site: Questions,
  question: { readonly url: string; readonly headers: Readonly<Record<string, string>> },
): Promise<NonNullable<FileAnswer['content']> | null> {
  const body = new Chunks(BEGINNING_BYTES);
  const { error } = await site.read(question, {
    maxBytes: BEGINNING_BYTES,
    take: (chunk) => {
      body.add(chunk);
    },
  });
  if (error !== null) return null;
  const bytes = body.bytes();
  if (isImage(bytes)) return 'image';
  return isMarkup(bytes) ? 'markup' : 'other';
}
