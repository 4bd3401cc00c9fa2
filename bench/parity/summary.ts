import { readFileSync } from 'node:fs';
import { type LighthouseResult } from './lighthouse-result.js';
import { type ObservatoryResult } from './observatory-result.js';
import { PATHS } from './paths.js';

/** Prints how often each engine gave each verdict, which shows what the cases reach and what they do not. */
const lighthouse = Object.values(read<LighthouseResult>(PATHS.lighthouse));
const observatory = Object.values(read<ObservatoryResult>(PATHS.observatory));

print(
  'Lighthouse',
  lighthouse.flatMap(({ audits, runtimeError }) => [
    ...(runtimeError ? [`error ${runtimeError.split(':', 1).join('')}`] : []),
    ...Object.entries(audits).map(([id, verdict]) => `${id} ${verdict}`),
  ]),
);
print(
  'Observatory',
  observatory.flatMap(({ grade, tests, error }) => [
    error ? `error ${error}` : `grade ${grade}`,
    ...Object.entries(tests).map(([name, { result }]) => `${name} ${result}`),
  ]),
);

function read<Result>(file: string): Record<string, Result> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Result>;
}

function print(engine: string, verdicts: readonly string[]): void {
  console.log(`\n${engine}`);
  const counts = new Map<string, number>();
  for (const verdict of verdicts) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  for (const verdict of [...counts.keys()].sort()) {
    console.log(`${String(counts.get(verdict) ?? 0).padStart(6)}  ${verdict}`);
  }
}
