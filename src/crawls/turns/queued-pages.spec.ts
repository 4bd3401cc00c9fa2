import { areFewQueued, mostQueued } from './queued-pages.js';

describe('the queued pages of a crawl', () => {
  it.each([1, 2, 5, 1000])(
    'are few before any of %i places is free, and not when most are queued',
    (places) => {
      expect(areFewQueued(places, places)).toBe(true);
      expect(areFewQueued(mostQueued(places), places)).toBe(false);
    },
  );
});
