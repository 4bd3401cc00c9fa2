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
import { type Phone } from './phone.js';

/** null: unknown, as for an unknown feature. */
type Truth = boolean | null;

/** Whether a phone matches a list of media queries. An empty list matches.
 *  @see https://drafts.csswg.org/mediaqueries-5/#evaluating */
export function matchesMedia(list: string, phone: Phone): boolean {
  const text = list.trim();
  if (text === '') return true;
  if (text.length > MAX_CHARACTERS) return false;
  const key = `${String(phone.width)} ${text}`;
  const met =
    known.get(key) ?? parse(text, { preserveInvalidMediaQueries: true }).some((query) => isMet(query, phone));
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, met);
  return met;
}

/** Longer than any real list. */
const MAX_CHARACTERS = 2000;
/** Cached, because style sheets repeat the same queries. */
const known = new Map<string, boolean>();
const MAX_KNOWN = 500;

function isMet(query: MediaQuery, phone: Phone): boolean {
  if (isMediaQueryWithoutType(query)) return truthOf(query.media, phone) === true;
  if (!isMediaQueryWithType(query)) return false;
  const isType = /^(all|screen)$/i.test(query.getMediaType());
  const truth = isType && (query.media === undefined ? true : truthOf(query.media, phone));
  return /^not$/i.test(query.getModifier()) ? truth === false : truth === true;
}

function truthOf(part: object, phone: Phone): Truth {
  if (isMediaCondition(part) || isMediaInParens(part)) return truthOf(part.media, phone);
  if (isMediaNot(part)) return inverse(truthOf(part.media, phone));
  if (isMediaConditionListWithAnd(part) || isMediaConditionListWithOr(part)) {
    const truths = [part.leading, ...part.list.map(({ media }) => media)].map((inner) =>
      truthOf(inner, phone),
    );
    const decisive = isMediaConditionListWithOr(part);
    if (truths.includes(decisive)) return decisive;
    return truths.includes(null) ? null : !decisive;
  }
  return isMediaFeature(part) ? truthOfFeature(part, phone) : null;
}

function inverse(truth: Truth): Truth {
  return truth === null ? null : !truth;
}

function truthOfFeature({ feature }: MediaFeature, phone: Phone): Truth {
  const name = feature.getName().toLowerCase();
  if (isMediaFeatureBoolean(feature)) return phone.has(name);
  if (isMediaFeaturePlain(feature)) return phone.holds(name, feature.value.toString());
  const [first, operator, second, nextOperator, third] = rangeParts(feature.toString());
  const isNameFirst = first?.trim().toLowerCase() === name;
  if (isNameFirst) return phone.isWithin(name, operator, second);
  const lower = phone.isWithin(name, mirrored(operator), first);
  if (nextOperator === undefined || lower !== true) return lower;
  return phone.isWithin(name, nextOperator, third);
}

/** `400px`, `<=`, `width`, `<`, `50em`. */
function rangeParts(text: string): string[] {
  return text.replaceAll(/^\(|\)$/g, '').split(/(<=|>=|<|>|=)/);
}

function mirrored(operator = ''): string {
  return operator.replace(/[<>]/, (sign) => (sign === '<' ? '>' : '<'));
}
