import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { type ParityCase } from './case.js';
import { readCases } from './case-file.js';
import { type Certificates, certificatesIn } from './certificates.js';
import { PATHS } from './paths.js';
import { type ResultCache } from './result-cache.js';
import { type Site, startSite } from './site.js';
import { type PoolOptions, runPool } from './worker-pool.js';

/** What a worker is told. */
export interface CaseTask {
  readonly id: string;
  readonly url: string;
  /** Waits as long as Lighthouse does by itself. */
  readonly isPatient?: boolean;
}

/** An engine, and how to have it grade cases. */
export interface Engine<Result extends object> {
  readonly cache: ResultCache<Result>;
  readonly taskOf: (parityCase: ParityCase) => CaseTask;
  readonly pool: (site: Site, certificates: Certificates, workers: number) => PoolOptions<Result>;
  /** File that results are written to. */
  readonly file: string;
  readonly workers: number;
}

const WRITE_EVERY_MS = 10_000;

/** Grades all cases whose ids match `--only`, and writes results to the engine's file as they come. */
export async function runEngine<Result extends object>(
  engine: Engine<Result>,
  cases = readCases(PATHS.cases),
): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: '' },
      workers: { type: 'string', default: String(engine.workers) },
    },
  });
  const results = new Map(cases.map((parityCase) => [parityCase.id, engine.cache.get(parityCase)]));
  const only = new RegExp(values.only);
  const missing = cases.filter(({ id }) => !results.get(id) && only.test(id));
  console.log(`${cases.length} cases, ${missing.length} to run`);
  if (missing.length > 0) await grade(engine, missing, results, Number(values.workers));
  write(engine.file, results);
}

async function grade<Result extends object>(
  engine: Engine<Result>,
  cases: readonly ParityCase[],
  results: Map<string, Result | undefined>,
  workers: number,
): Promise<void> {
  const certificates = certificatesIn(PATHS.tls);
  const site = await startSite(cases, certificates);
  const caseOf = new Map(cases.map((parityCase) => [parityCase.id, parityCase]));
  const startedAt = Date.now();
  let done = 0;
  let writtenAt = startedAt;
  await runPool<CaseTask, Result>(
    engine.pool(site, certificates, workers),
    cases.map(engine.taskOf),
    ({ id }, result, hasEnded) => {
      const parityCase = caseOf.get(id);
      if (!parityCase) return;
      if (hasEnded) engine.cache.set(parityCase, result);
      results.set(id, result);
      done += 1;
      if (Date.now() - writtenAt < WRITE_EVERY_MS) return;
      writtenAt = Date.now();
      write(engine.file, results);
      console.log(`${done} of ${cases.length}, ${((Date.now() - startedAt) / done).toFixed(0)} ms each`);
    },
  );
  await site.stop();
  console.log(`${done} cases in ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
}

function write<Result>(file: string, results: ReadonlyMap<string, Result | undefined>): void {
  mkdirSync(dirname(file), { recursive: true });
  const lines = [...results]
    .filter(([, result]) => result !== undefined)
    .map(([id, result]) => `${JSON.stringify(id)}:${JSON.stringify(result)}`);
  writeFileSync(`${file}.new`, `{\n${lines.join(',\n')}\n}\n`);
  renameSync(`${file}.new`, file);
}
