import { Insights } from '@paulirish/trace_engine';
import { type Covered } from './coverage.js';
import { type Trace, type TracedRequest } from './simulated.js';

/** What is not used of one file that was loaded. */
interface UnusedFile {
  readonly request: TracedRequest;
  /** Over the network. */
  readonly savedBytes: number;
  /** Of the file. */
  readonly percent: number;
}

/** Less is not worth it.
 *  @see https://github.com/GoogleChrome/lighthouse/tree/v12.8.2/core/audits/byte-efficiency the audits unused-javascript and unused-css-rules */
const MIN_SAVED_BYTES = { scripts: 20 * 1024, styles: 10 * 1024 } as const;

/** The files of which much is not used. */
export function unusedFilesOf(trace: Trace, kind: keyof Covered, covered: Covered): UnusedFile[] {
  const requests = new Map(
    trace.NetworkRequests.byTime
      .filter(({ args: { data } }) => data.decodedBodyLength > 0)
      .map((request) => [request.args.data.url, request]),
  );
  return covered[kind].flatMap(({ url, characters, unused }) => {
    const request = requests.get(url);
    if (!request) return [];
    const savedBytes = Math.round((sentBytes(request, characters) * unused) / characters);
    const percent = Math.round((100 * unused) / characters);
    return savedBytes > MIN_SAVED_BYTES[kind] ? [{ request, savedBytes, percent }] : [];
  });
}

/** Bytes that a script or style sheet took over the network.
 *  @param characters its length, if it stands in a page */
function sentBytes(request: TracedRequest, characters: number): number {
  const { encodedDataLength, decodedBodyLength, mimeType } = request.args.data;
  const bytes = mimeType.includes('html') ? characters : decodedBodyLength;
  const isCompressed = Insights.Common.isRequestCompressed(request);
  return isCompressed ? (bytes * encodedDataLength) / decodedBodyLength : bytes;
}
