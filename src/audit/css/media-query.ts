import {
  isMediaCondition,
  isMediaConditionListWithAnd,
  isMediaConditionListWithOr,
  isMediaFeature,
  isMediaFeatureBoolean,
  isMediaFeaturePlain,
  isMediaInParens,
  isMediaNot,
  isMediaQueryWithoutType,
  isMediaQueryWithType,
  type MediaFeature,
  type MediaQuery,
  parse,
} from '@csstools/media-query-list-parser';
import { featureHolds, isFeatureSet, rangeHolds } from './phone.js';

/** null: what nobody knows, as an unknown feature. */
type Truth = boolean | null;

/** Whether the phone of {@link featureHolds} meets a list of media queries; an empty list is met.
 *  @see https://drafts.csswg.org/mediaqueries-5/#evaluating */
export function matchesMedia(list: string): boolean {
  const text = list.trim();
  if (text === '') return true;
  if (text.length > MAX_CHARACTERS) return false;
  const met = known.get(text) ?? parse(text, { preserveInvalidMediaQueries: true }).some(isMet);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(text, met);
  return met;
}

/** No real list comes near. */
const MAX_CHARACTERS = 2000;
/** Style sheets ask the same again and again. */
const known = new Map<string, boolean>();
const MAX_KNOWN = 500;

function isMet(query: MediaQuery): boolean {
  if (isMediaQueryWithoutType(query)) return truthOf(query.media) === true;
  if (!isMediaQueryWithType(query)) return false;
  const isType = /^(all|screen)$/i.test(query.getMediaType());
  const truth = isType && (query.media === undefined ? true : truthOf(query.media));
  return /^not$/i.test(query.getModifier()) ? truth === false : truth === true;
}

function truthOf(part: object): Truth {
  if (isMediaCondition(part) || isMediaInParens(part)) return truthOf(part.media);
  if (isMediaNot(part)) return inverse(truthOf(part.media));
  if (isMediaConditionListWithAnd(part) || isMediaConditionListWithOr(part)) {
    const truths = [part.leading, ...part.list.map(({ media }) => media)].map(truthOf);
    const decisive = isMediaConditionListWithOr(part);
    if (truths.includes(decisive)) return decisive;
    return truths.includes(null) ? null : !decisive;
  }
  return isMediaFeature(part) ? truthOfFeature(part) : null;
}

function inverse(truth: Truth): Truth {
  return truth === null ? null : !truth;
}

function truthOfFeature({ feature }: MediaFeature): Truth {
  const name = feature.getName().toLowerCase();
  if (isMediaFeatureBoolean(feature)) return isFeatureSet(name);
  if (isMediaFeaturePlain(feature)) return featureHolds(name, feature.value.toString());
  const [first, operator, second, nextOperator, third] = rangeParts(feature.toString());
  const isNameFirst = first?.trim().toLowerCase() === name;
  if (isNameFirst) return rangeHolds(name, operator, second);
  const lower = rangeHolds(name, mirrored(operator), first);
  if (nextOperator === undefined || lower !== true) return lower;
  return rangeHolds(name, nextOperator, third);
}

/** `400px`, `<=`, `width`, `<`, `50em`. */
function rangeParts(text: string): string[] {
  return text.replaceAll(/^\(|\)$/g, '').split(/(<=|>=|<|>|=)/);
}

function mirrored(operator = ''): string {
  return operator.replace(/[<>]/, (sign) => (sign === '<' ? '>' : '<'));
}
