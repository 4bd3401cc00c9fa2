import {
  DETAILS,
  type FoundDetail,
  type FoundItem,
  type FoundOpportunity,
  MAX_ITEMS,
  type Opportunity,
  OPPORTUNITY_IDS,
  type OpportunityId,
  opportunityOf,
} from './opportunities.js';

/** What a client told, checked like any input and said in sentences.
 *  @returns none for what is not what a client tells */
export function checkedOpportunities(found: unknown): Opportunity[] {
  if (!Array.isArray(found)) return [];
  return OPPORTUNITY_IDS.flatMap((id) => {
    const one = (found as Partial<FoundOpportunity>[]).find((other) => other.id === id);
    const checked = one && checkedFound(id, one);
    return checked ? [opportunityOf(checked)] : [];
  }).toSorted((one, other) => (other.savings_ms ?? 0) - (one.savings_ms ?? 0));
}

/** A run takes half a minute; files and counts are of one page. */
const MAX_NUMBER = 1e9;
const MAX_URL_CHARACTERS = 500;
const MAX_SELECTOR_CHARACTERS = 1000;
const MAX_NAME_CHARACTERS = 100;
const MAX_DETAILS = 4;
/** In one of their sentences. */
const MAX_VALUES = 4;

function checkedFound(id: OpportunityId, found: Partial<FoundOpportunity>): FoundOpportunity | null {
  const count = checkedNumber(found.count);
  if (count === null || !Array.isArray(found.items)) return null;
  const items = (found.items as Partial<FoundItem>[]).slice(0, MAX_ITEMS).map(checkedItem);
  return {
    id,
    count: Math.round(count),
    savingsMs: checkedNumber(found.savingsMs),
    savingsBytes: checkedNumber(found.savingsBytes),
    items,
  };
}

function checkedItem({ url, selector, bytes, savedBytes, ms, details }: Partial<FoundItem>): FoundItem {
  return {
    url: checkedText(url, MAX_URL_CHARACTERS),
    selector: checkedText(selector, MAX_SELECTOR_CHARACTERS),
    bytes: checkedNumber(bytes),
    savedBytes: checkedNumber(savedBytes),
    ms: checkedNumber(ms),
    details: Array.isArray(details)
      ? (details as Partial<FoundDetail>[]).slice(0, MAX_DETAILS).flatMap(checkedDetail)
      : [],
  };
}

function checkedDetail({ code, of = [] }: Partial<FoundDetail>): FoundDetail[] {
  if (code === undefined || !Object.hasOwn(DETAILS, code) || !Array.isArray(of)) return [];
  const values = (of as readonly unknown[])
    .slice(0, MAX_VALUES)
    .map((value) => checkedText(value, MAX_NAME_CHARACTERS) ?? value);
  const areValues = values.every((value) => typeof value === 'string' || Number.isFinite(value));
  return areValues ? [{ code, of: values as (number | string)[] }] : [];
}

function checkedText(value: unknown, maxCharacters: number): string | null {
  return typeof value === 'string' ? value.slice(0, maxCharacters) : null;
}

function checkedNumber(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= MAX_NUMBER ? Math.round(value) : null;
}
