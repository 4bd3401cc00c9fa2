import { type Finding } from './audit.js';
import { type Check, type MemberType, type ValueShape } from './check.js';
import { checkOf } from './registry.js';

const NOT_CHECKED: Readonly<Record<string, string>> = {
  out_of_time: 'The page takes too much processing time to be checked for this.',
  defect: 'The check failed because of a bug in Pagegrade. Please report it.',
};
const UNSTYLED = ' A style sheet could not be loaded, so hidden parts may have been counted.';

/** What a check found on a page: one English sentence, or two. */
export function messageOf(finding: Finding): string {
  const { id, outcome, reason, method } = finding;
  if (outcome === 'error') return NOT_CHECKED[reason ?? ''] ?? 'The page could not be checked for this.';
  const check = checkOf(id);
  const message = (check && sentenceOf(check, finding)) ?? unexplained(finding, check);
  return method === 'unstyled' && outcome !== 'not_applicable' ? message + UNSTYLED : message;
}

/** Returns null if the finding was stored by a version whose values or reasons were others. */
function sentenceOf(check: Check, { reason, value, evidence_count, sample }: Finding): string | null {
  const message = check.messages[reason ?? 'pass'];
  if (message === undefined || typeof message === 'string') return message ?? null;
  const known = withNulls(value, check.value);
  if (!hasShape(known, check.value)) return null;
  return message(known, { places: evidence_count, sample: sample ?? { taken: 0, of: 0 } });
}

function unexplained({ reason }: Finding, check: Check | undefined): string {
  if (reason === null) return withoutNames(check?.what ?? 'The page passed a check that no longer exists.');
  const words = reason.replaceAll(/[_-]/g, ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** Names of settings stand in parentheses. */
function withoutNames(text: string): string {
  return text.replaceAll(/ \(`[a-z_]+`\)/g, '').replaceAll('`', '');
}

/** Versions before a member was added have stored values without it. */
function withNulls(value: unknown, shape: ValueShape): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const nullable = Object.keys(shape).filter((name) => shape[name]?.endsWith('?'));
  return { ...Object.fromEntries(nullable.map((name) => [name, null])), ...value };
}

function hasShape(value: unknown, shape: ValueShape): value is Readonly<Record<string, unknown>> {
  const members = Object.entries(shape);
  if (members.length === 0) return true;
  if (typeof value !== 'object' || value === null) return false;
  return members.every(([name, type]) => hasType((value as Record<string, unknown>)[name], type));
}

function hasType(member: unknown, type: MemberType): boolean {
  if (type.endsWith('?') && member === null) return true;
  switch (type.replace('?', '')) {
    case 'text':
      return typeof member === 'string';
    case 'texts':
      return Array.isArray(member) && member.every((item) => typeof item === 'string');
    case 'flag':
      return typeof member === 'boolean';
    default:
      return typeof member === 'number';
  }
}
