import { bytesText, counted } from '../../../../basics/quantities.js';
import {
  fail,
  type MessageFacts,
  notApplicable,
  pass,
  type SampleSize,
  surroundingsCheck,
  warn,
} from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { headerValues } from '../../page.js';
import { type SiteResponse } from '../../surroundings.js';

const KIB = 1024;
/** @see https://developer.chrome.com/docs/lighthouse/performance/total-byte-weight */
const HEAVY_BYTES = 1600 * KIB;
const TOO_HEAVY_BYTES = 2667 * KIB;
const HEAVIEST = 5;

export const totalWeight = surroundingsCheck({
  id: 'total_weight',
  name: 'Total size',
  category: 'performance',
  importance: 'medium',
  what: 'The document and the sampled files that it loads at once have at most 1.6 MiB in total.',
  why: 'Large pages take longer to load and cost money on mobile plans.',
  fix: 'Reduce the largest files shown: smaller images in a modern format, less script, compressed text.',
  source: 'https://developer.chrome.com/docs/lighthouse/performance/total-byte-weight',
  method: 'sampled',
  value: { bytes: 'integer' },
  messages: {
    pass: ({ bytes }, { sample }) => `${weightText(bytes, sample)}.`,
    heavy: tooHeavy,
    too_heavy: tooHeavy,
    not_asked: "The sizes of the page's files could not be determined.",
  },
  examples: {
    passes: { html: '<img src="/a.jpg">', responses: { resources: [sized(50_000)] } },
    fails: { html: '<img src="/a.jpg">', responses: { resources: [sized(5_000_000)] } },
  },
  judge({ page, references: { resources }, responses }) {
    const later = new Set(resources.taken.flatMap(({ url, isLater }) => (isLater ? [url] : [])));
    const loaded = responses.resources.filter(({ url }) => !later.has(url));
    const weighed = loaded.flatMap((response) => {
      const bytes = bytesOf(response);
      return bytes === null ? [] : [{ url: response.url, bytes }];
    });
    const of = resources.of - resources.later;
    if (of > 0 && weighed.length === 0) return notApplicable('not_asked');
    const bytes = weighed.reduce((total, file) => total + file.bytes, page.decodedBytes);
    const sample = { taken: weighed.length, of };
    const heaviest = weighed.toSorted((a, b) => b.bytes - a.bytes).slice(0, HEAVIEST);
    const evidence = heaviest.map((file) => textEvidence(`${file.url} ${String(file.bytes)} bytes`));
    const value = { bytes };
    if (bytes <= HEAVY_BYTES) return { ...pass(value), sample };
    const verdict =
      bytes <= TOO_HEAVY_BYTES ? warn('heavy', { value, evidence }) : fail('too_heavy', { value, evidence });
    return { ...verdict, sample };
  },
});

function tooHeavy({ bytes }: { bytes: number }, { sample }: MessageFacts): string {
  return `${weightText(bytes, sample)}; it should be at most ${bytesText(HEAVY_BYTES)}.`;
}

function weightText(bytes: number, { taken, of }: SampleSize): string {
  const size = `a total size of ${bytesText(bytes)}`;
  if (of === 0) return `The document has ${size}`;
  const files = counted(of, 'file');
  return `The document and ${taken === of ? `its ${files}` : `${taken.toLocaleString('en')} of its ${files}`} have ${size}`;
}

function bytesOf(response: SiteResponse): number | null {
  const [length = ''] = headerValues(response, 'content-length');
  return response.status === 200 && /^\d{1,15}$/.test(length) ? Number(length) : null;
}

function sized(bytes: number): SiteResponse {
  return {
    url: 'https://example.com/a.jpg',
    status: 200,
    error: null,
    headers: [['content-length', String(bytes)]],
  };
}
