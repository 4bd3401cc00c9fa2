import { Insights } from '@paulirish/trace_engine';
import { type TracedRequest } from './simulated.js';

/** Shares of a file that compression saves, by media type: rough, as the insight about the document estimates them.
 *  @see https://letstalkaboutwebperf.com/en/gzip-brotli-server-config/ for the types */
const SAVED_SHARES: readonly (readonly [share: number, types: RegExp])[] = [
  [0.8, /^text\/css$/],
  [0.67, /^(text\/(html|javascript|ecmascript|x-javascript)|application\/(x-javascript|ecmascript))$/],
  [
    0.5,
    /^(text\/(plain|xml|x-component)|application\/(javascript|json|manifest\+json|vnd\.api\+json|xml|xhtml\+xml|rss\+xml|atom\+xml)|image\/(svg\+xml|x-icon|vnd\.microsoft\.icon)|font\/(ttf|eot|otf|opentype))$/,
  ],
];
/** Of other media types, by what a page uses the file for. */
const SAVED_SHARES_OF_KINDS: Readonly<Record<string, number>> = {
  Document: 0.67,
  Script: 0.67,
  Stylesheet: 0.8,
  XHR: 0.5,
  Fetch: 0.5,
};
/** Less is not worth it. */
const MIN_SAVED_BYTES = 1400;

/** @returns bytes that a file would not have taken over the network; 0: it is compressed, or hardly gets smaller */
export function savedByCompression(request: TracedRequest): number {
  const { mimeType, decodedBodyLength, encodedDataLength, failed, resourceType, url } = request.args.data;
  const hasArrived = /^https?:/.test(url) && encodedDataLength > 0 && !failed;
  if (!hasArrived || Insights.Common.isRequestCompressed(request)) return 0;
  const [known] = SAVED_SHARES.find(([, types]) => types.test(mimeType)) ?? [];
  const share =
    known ?? (/^(image|audio|video|font)\//.test(mimeType) ? 0 : (SAVED_SHARES_OF_KINDS[resourceType] ?? 0));
  const bytes = Math.round(decodedBodyLength * share);
  return bytes < MIN_SAVED_BYTES ? 0 : bytes;
}
