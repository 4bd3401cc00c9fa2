import {
  BEST_PRACTICES_FAULTS,
  type BestPracticesRun,
  ISSUES,
  type PracticeFacts,
} from '../audit/parity/best-practices.js';
import { type ImageFacts } from '../audit/parity/image-audits.js';

const MAX_IMAGES = 5000;
/** A text of several lines counts once for each. */
const MAX_CHARACTERS = Number.MAX_SAFE_INTEGER;
/** Of pages, in pixels; elements can be anywhere. */
const MAX_LENGTH = 1e9;
const MAX_SCALE = 100;

/** What a client told of a page for the category best practices, checked like any input.
 *  @throws Error if it is not what a client tells */
export function checkedPractices(run: BestPracticesRun): BestPracticesRun {
  if (run.facts) return { facts: checkedFacts(run.facts), fault: null };
  if (Object.hasOwn(BEST_PRACTICES_FAULTS, run.fault)) return { facts: null, fault: run.fault };
  throw new Error('a reason is none');
}

function checkedFacts(facts: PracticeFacts): PracticeFacts {
  const { viewport, text, images, issues } = facts;
  if (!Array.isArray(images) || images.length > MAX_IMAGES) throw new Error('there are too many images');
  return {
    hasInsecureRequests: checkedFlag(facts.hasInsecureRequests),
    hasErrors: checkedFlag(facts.hasErrors),
    asksForLocation: checkedFlag(facts.asksForLocation),
    asksToNotify: checkedFlag(facts.asksToNotify),
    hasInlineIcon: checkedFlag(facts.hasInlineIcon),
    preventsPaste: checkedFlag(facts.preventsPaste),
    issues: ISSUES.filter((issue) => issues.includes(issue)),
    text: { all: checkedNumber(text.all, MAX_CHARACTERS), small: checkedNumber(text.small, MAX_CHARACTERS) },
    viewport: {
      width: checkedNumber(viewport.width, MAX_LENGTH),
      height: checkedNumber(viewport.height, MAX_LENGTH),
      scale: checkedNumber(viewport.scale, MAX_SCALE),
    },
    images: images.map(checkedImage),
  };
}

function checkedImage(image: ImageFacts): ImageFacts {
  const length = (name: Exclude<keyof ImageFacts, 'hasOwnResolution'>) =>
    checkedNumber(image[name], MAX_LENGTH);
  return {
    fileWidth: length('fileWidth'),
    fileHeight: length('fileHeight'),
    width: length('width'),
    height: length('height'),
    top: length('top'),
    bottom: length('bottom'),
    left: length('left'),
    right: length('right'),
    hasOwnResolution: checkedFlag(image.hasOwnResolution),
  };
}

function checkedFlag(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw new Error('a flag is none');
}

function checkedNumber(value: unknown, limit: number): number {
  if (typeof value === 'number' && Math.abs(value) <= limit) return value;
  throw new Error('a number is out of range');
}
