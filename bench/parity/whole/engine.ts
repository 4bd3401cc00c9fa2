import { type ParityCase, requestedUrlOf } from '../case.js';
import { type Engine } from '../engine-run.js';
import { lighthousePool, wholeLighthouseCache } from '../lighthouse-pool.js';
import { type LighthouseResult } from '../lighthouse-result.js';
import { NO_SCRIPTS } from './variants.js';

/** Lighthouse for whole pages, with its results written to the file. */
export function wholeLighthouse(file: string): Engine<LighthouseResult> {
  return {
    cache: wholeLighthouseCache,
    taskOf: (parityCase) => ({
      id: parityCase.id,
      url: requestedUrlOf(parityCase),
      isPatient: hasScripts(parityCase),
    }),
    pool: (site, certificates, workers) => lighthousePool(site, certificates, workers, 'whole'),
    file,
    workers: 2,
  };
}

function hasScripts({ headers }: ParityCase): boolean {
  return !headers.some(([, value]) => value.includes(NO_SCRIPTS));
}
