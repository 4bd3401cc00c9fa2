import { type ImageFacts, judgeImages } from './image-audits.js';

const PHONE = { width: 412, height: 823, scale: 1.75 };

/** A square image at the top left. */
function anImage({
  file,
  shown,
  at = [0, 0],
  ...others
}: {
  readonly file: readonly [width: number, height: number];
  readonly shown: readonly [width: number, height: number];
  readonly at?: readonly [left: number, top: number];
  readonly hasOwnResolution?: boolean;
}): ImageFacts {
  const [left, top] = at;
  const [width, height] = shown;
  const [fileWidth, fileHeight] = file;
  const box = { width, height, left, top, right: left + width, bottom: top + height };
  return { fileWidth, fileHeight, ...box, hasOwnResolution: false, ...others };
}

describe('image-aspect-ratio', () => {
  it.each<[file: readonly [number, number], shown: readonly [number, number], verdict: 1 | 0]>([
    [[300, 300], [100, 100], 1],
    [[300, 300], [100, 101], 1],
    [[300, 300], [100, 102], 0],
    [[300, 300], [102, 100], 0],
    [[1000, 10], [1000, 11], 1],
    [[1000, 10], [500, 6], 1],
    [[1000, 10], [500, 7], 0],
    [[5, 300], [100, 100], 1],
    [[6, 300], [100, 100], 0],
    [[300, 5], [100, 100], 1],
    [[0, 0], [100, 50], 1],
    [[300, 300], [0, 100], 1],
    [[300, 300], [100, 0], 1],
  ])('of a file of %p shown as %p is %p', (file, shown, verdict) => {
    const image = anImage({ file, shown, hasOwnResolution: true });
    expect(judgeImages([image], PHONE)['image-aspect-ratio']).toBe(verdict);
  });
});

describe('image-size-responsive', () => {
  const sharpness = (images: readonly ImageFacts[], scale = 1.75) =>
    judgeImages(images, { ...PHONE, scale })['image-size-responsive'];

  it.each<[shown: number, file: number, scale: number, verdict: 1 | 0]>([
    // All pixels of an icon, three quarters of those of a larger image; at most 2 per CSS pixel, in steps.
    [64, 96, 1.75, 1],
    [64, 95, 1.75, 0],
    [65, 74, 1.75, 1],
    [65, 73, 1.75, 0],
    [100, 75, 1, 1],
    [100, 74, 1, 0],
    [100, 75, 1.49, 1],
    [100, 113, 1.5, 1],
    [100, 112, 1.5, 0],
    [100, 150, 3, 1],
    [100, 149, 3, 0],
    [1, 1, 3, 1],
    [100, 0, 1, 1],
  ])('of %p CSS pixels and a file of %p at a scale of %p is %p', (shown, file, scale, verdict) => {
    const image = anImage({ file: [file, file], shown: [shown, shown] });
    expect(sharpness([image], scale)).toBe(verdict);
  });

  it('fails if one direction is too small', () => {
    expect(sharpness([anImage({ file: [900, 10], shown: [100, 100] })])).toBe(0);
    expect(sharpness([anImage({ file: [10, 900], shown: [100, 100] })])).toBe(0);
  });

  it.each<[string, Partial<Parameters<typeof anImage>[0]>, 1 | 0]>([
    ['in the viewport', {}, 0],
    ['at its lower edge', { at: [0, 823] }, 0],
    ['below it', { at: [0, 824] }, 1],
    ['above it', { at: [0, -101] }, 1],
    ['beside it', { at: [413, 0] }, 1],
    ['at its left edge', { at: [-100, 0] }, 0],
    ['as wide as it is', { shown: [412, 100] }, 0],
    ['wider than it is', { shown: [413, 100] }, 1],
    ['higher than it is', { shown: [100, 824] }, 1],
    ['whose resolution is chosen', { hasOwnResolution: true }, 1],
  ])('of a blurred image %s: %p', (_, others, verdict) => {
    expect(sharpness([anImage({ file: [10, 10], shown: [100, 100], ...others })])).toBe(verdict);
  });

  it('passes without images, and fails by one of several', () => {
    const sharp = anImage({ file: [900, 900], shown: [100, 100] });
    expect(sharpness([])).toBe(1);
    expect(sharpness([sharp, anImage({ file: [10, 10], shown: [100, 100] })])).toBe(0);
  });
});
