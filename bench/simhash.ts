/** Errors of the similarity hash on labeled pages, and its CPU time.
 *  npm run bench:simhash -- --pairs 2000 */
import { parseArgs } from 'node:util';
import { pagePairs, randomFrom, wordsOf } from '../src/engine/audit/outline/labeled-pages.fixture.js';
import { outlineOf } from '../src/engine/audit/outline/outline.js';
import { hammingDistance, simhashOf } from '../src/engine/audit/outline/simhash.js';
import { aPage } from '../src/engine/audit/example-page.js';

const MAX_DISTANCE = 3;
const WORDS = 100_000;
const RUNS = 10;

const { values: options } = parseArgs({ options: { pairs: { type: 'string', default: '2000' } } });

console.log('navigation  near pages  missed  different pages  taken for near  least distance');
for (const template of ['marked', 'unmarked'] as const) {
  const pairs = pagePairs(Number(options.pairs), template);
  const distances = (isNear: boolean) => pairs.filter((pair) => pair.isNear === isNear).map(distanceOf);
  const near = distances(true);
  const different = distances(false);
  const cells = [
    template.padEnd(10),
    String(near.length).padStart(11),
    String(near.filter((distance) => distance > MAX_DISTANCE).length).padStart(7),
    String(different.length).padStart(16),
    String(different.filter((distance) => distance <= MAX_DISTANCE).length).padStart(15),
    String(Math.min(...different)).padStart(15),
  ];
  console.log(cells.join(' '));
}
const words = wordsOf(randomFrom(1), WORDS, 1);
const times = Array.from({ length: RUNS }, () => cpuMsOf(() => simhashOf(words)));
console.log(`\n${WORDS} words: ${Math.min(...times).toFixed(1)} ms CPU`);

function distanceOf({ pages }: { readonly pages: readonly string[] }): number {
  const [first = '', second = ''] = pages.map((html) => outlineOf(aPage({ html })).simhash ?? '');
  return Math.min(hammingDistance(first, second), hammingDistance(first.slice(16), second.slice(16)));
}

function cpuMsOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
