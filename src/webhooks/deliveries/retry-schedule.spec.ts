import { MAX_ATTEMPTS, nextAttemptAt, pauseUntil } from './retry-schedule.js';

const NOW = new Date('2026-11-20T12:00:00Z');

function minutes(failures: number, random: number): number | null {
  const at = nextAttemptAt(failures, NOW, random);
  return at && (at.getTime() - NOW.getTime()) / 60_000;
}

describe('nextAttemptAt', () => {
  it('waits longer after each failure, and ends after ten attempts', () => {
    const waits = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, failed) => minutes(failed + 1, 0.5));
    expect(waits).toEqual([5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440]);
    expect(nextAttemptAt(MAX_ATTEMPTS, NOW)).toBeNull();
  });

  it('varies by a fifth', () => {
    expect(minutes(2, 0)).toBeCloseTo(4);
    expect(minutes(2, 1)).toBeCloseTo(6);
  });
});

describe('pauseUntil', () => {
  it.each([
    ['120', '2026-11-20T12:02:00.000Z'],
    ['Fri, 20 Nov 2026 13:00:00 GMT', '2026-11-20T13:00:00.000Z'],
    ['Fri Nov 20 13:00:00 2026', '2026-11-20T13:00:00.000Z'],
    ['99999999', '2026-11-21T12:00:00.000Z'],
  ])('reads %s', (text, at) => {
    expect(pauseUntil(text, NOW)?.toISOString()).toBe(at);
  });

  it.each([undefined, '', '0', '-5', 'soon', '1e9', 'Fri, 20 Nov 2026 11:00:00 GMT', '9'.repeat(400)])(
    'finds nothing in %s',
    (text) => {
      expect(pauseUntil(text, NOW)).toBeNull();
    },
  );
});
