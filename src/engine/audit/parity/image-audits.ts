import { type AuditScore } from './category-score.js';

/** An `img` whose content is stretched to its box. Lengths in CSS pixels, except for those of the file. */
export interface ImageFacts {
  /** Size of the file, in image pixels; for several sources, of the one that was chosen. */
  readonly fileWidth: number;
  readonly fileHeight: number;
  readonly width: number;
  readonly height: number;
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
  /** Whether its file has no pixels, or its resolution is chosen on purpose: pixel art, sources by density. */
  readonly hasOwnResolution: boolean;
}

export interface ViewportFacts {
  readonly width: number;
  readonly height: number;
  /** Device pixels per CSS pixel. */
  readonly scale: number;
}

/** Both in pixels. */
const MIN_DIMENSION = 5;
const MAX_DEVIATION = 2;
/** Up to this size in both directions, each device pixel has to have one of the file. */
const ICON_SIZE = 64;
const PHOTO_SHARE = 0.75;

/** Lighthouse's audits of proportions and of resolution.
 *  @see https://developer.chrome.com/docs/lighthouse/best-practices/image-aspect-ratio
 *  @see https://developer.chrome.com/docs/lighthouse/best-practices/image-size-responsive */
export function judgeImages(
  images: readonly ImageFacts[],
  viewport: ViewportFacts,
): Record<'image-aspect-ratio' | 'image-size-responsive', AuditScore> {
  return {
    'image-aspect-ratio': images.some(isDistorted) ? 0 : 1,
    'image-size-responsive': images.some((image) => isBlurred(image, viewport)) ? 0 : 1,
  };
}

/** The smaller direction counts, because rounding changes it least. */
function isDistorted({ fileWidth, fileHeight, width, height }: ImageFacts): boolean {
  if (fileWidth <= MIN_DIMENSION || fileHeight <= MIN_DIMENSION || width === 0 || height === 0) return false;
  const ratio = fileWidth / fileHeight;
  const fitting = { width: height * ratio, height: width / ratio };
  const deviation =
    fitting.height < fitting.width ? Math.abs(fitting.height - height) : Math.abs(fitting.width - width);
  return deviation >= MAX_DEVIATION;
}

function isBlurred(image: ImageFacts, viewport: ViewportFacts): boolean {
  const { fileWidth, fileHeight, width, height, hasOwnResolution } = image;
  if (hasOwnResolution || width <= 1 || height <= 1 || fileWidth === 0 || fileHeight === 0) return false;
  const share = Math.max(width, height) > ICON_SIZE ? PHOTO_SHARE : 1;
  const needed = share * requiredScale(viewport.scale);
  const isSharp = fileWidth >= Math.ceil(needed * width) && fileHeight >= Math.ceil(needed * height);
  return !isSharp && isWithin(image, viewport);
}

/** Whether it is at least touched by the viewport, and no larger. */
function isWithin({ top, bottom, left, right }: ImageFacts, { width, height }: ViewportFacts): boolean {
  const isVisible =
    (bottom - top) * (right - left) > 0 && top <= height && bottom >= 0 && left <= width && right >= 0;
  return isVisible && bottom - top <= height && right - left <= width;
}

function requiredScale(scale: number): number {
  if (scale >= 2) return 2;
  return scale >= 1.5 ? 1.5 : 1;
}
