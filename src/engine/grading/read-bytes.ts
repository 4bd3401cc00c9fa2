import { Chunks } from '../page-loader/chunks.js';
import { type Visit } from '../page-loader/visit.js';

/** Reads the beginning of the body of a URL. */
export async function readBytes(
  visit: Visit,
  { maxBytes, ...request }: { url: string; redirects: number; maxBytes: number },
) {
  const body = new Chunks(maxBytes);
  const response = await visit.site.read(request, {
    maxBytes,
    take: (chunk) => {
      body.add(chunk);
    },
  });
  return { response, body: body.bytes() };
}
