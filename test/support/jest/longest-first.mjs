import Sequencer from '@jest/test-sequencer';

/** Short files that take minutes. Where nothing is known of earlier runs, Jest takes large files first, and one worker would
 *  go on with these alone. */
const LONG = [
  'neighbors.e2e.ts',
  'misbehaving.e2e.ts',
  'growth.spec.ts',
  'openapi-clients.e2e.ts',
  'ending.e2e.ts',
];

export default class LongestFirst extends Sequencer {
  /** @override */
  sort(tests) {
    const isLong = ({ path }) => LONG.some((name) => path.endsWith(`/${name}`));
    const sorted = super.sort(tests);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
}
