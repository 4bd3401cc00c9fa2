import { aPage } from '../example-page.js';
import { pagePairs } from './labeled-pages.fixture.js';
import { outlineOf } from './outline.js';
import { hammingDistance, simhashOf } from './simhash.js';

const MAX_DISTANCE = 3;

function distanceOf([a, b]: readonly [string, string]): number {
  const [first, second] = [a, b].map((html) => outlineOf(aPage({ html })).simhash ?? 'none');
  return Math.min(
    hammingDistance(first ?? '', second ?? ''),
    hammingDistance(first?.slice(16) ?? '', second?.slice(16) ?? ''),
  );
}

describe('simhashOf', () => {
  const pairs = pagePairs(400, 'marked').map(({ pages, isNear }) => ({
    isNear,
    distance: distanceOf(pages),
  }));
  const nearPairs = pairs.filter(({ isNear }) => isNear);
  const otherPairs = pairs.filter(({ isNear }) => !isNear);

  it('finds at least 99 % of the pages that differ by up to 1 % of their words', () => {
    const missed = nearPairs.filter(({ distance }) => distance > MAX_DISTANCE);
    expect(missed.length / nearPairs.length).toBeLessThan(0.01);
  });

  it('takes no different pages of one template for near ones', () => {
    expect(Math.min(...otherPairs.map(({ distance }) => distance))).toBeGreaterThan(MAX_DISTANCE);
  });

  it('is null for fewer than 20 words', () => {
    const words = Array.from({ length: 20 }, (_, n) => `word${n}`);
    expect(simhashOf(words)).toMatch(/^[0-9a-f]{32}$/);
    expect(simhashOf(words.slice(1))).toBeNull();
  });

  it('counts the characters of scripts without spaces', () => {
    const text = '本站提供各种尺寸和颜色的蓝色鞋子供您挑选购买欢迎光临我们的网上商店';
    const other = '今天的天气预报说明天下午会有大雨请大家出门时记得带好雨伞注意安全';
    const distance = hammingDistance(simhashOf([text]) ?? '', simhashOf([other]) ?? '');
    expect(distance).toBeGreaterThan(15);
    expect(simhashOf(['短文'])).toBeNull();
  });

  it('depends on the order of words, not on how often a passage is repeated', () => {
    const words = Array.from({ length: 300 }, (_, n) => `word${n}`);
    const passage = words.slice(0, 50);
    const repeated = [...words, ...passage, ...passage, ...passage];
    const [plain, again, reversed] = [words, repeated, words.toReversed()].map(
      (text) => simhashOf(text) ?? '',
    );
    expect(hammingDistance(plain ?? '', again ?? '')).toBeLessThanOrEqual(MAX_DISTANCE);
    expect(hammingDistance(plain ?? '', reversed ?? '')).toBeGreaterThan(15);
  });
});

describe('hammingDistance', () => {
  it.each([
    ['0000000000000000', '0000000000000000', 0],
    ['0000000000000000', 'ffffffffffffffff', 64],
    ['8000000000000000', '0000000000000001', 2],
    ['00000000ffffffff', 'ffffffff00000000', 64],
    ['0123456789abcdef', '0123456789abcdee', 1],
  ])('of %s and %s is %i', (a, b, distance) => {
    expect(hammingDistance(a, b)).toBe(distance);
  });
});
