import { type Header, type ParityCase, originOf, urlOf } from '../case.js';
import { type Random } from '../random.js';

/** A case in the making. */
export interface Draft extends Omit<{ -readonly [Key in keyof ParityCase]: ParityCase[Key] }, 'body'> {
  headers: Header[];
  html: string;
  encode: (html: string) => Buffer;
}

/** What a mutation does to a draft. */
export type Change = (draft: Draft, random: Random) => void;

/** One way to make a page different. */
export interface Mutation {
  /** Mutations of the same rule. */
  readonly group: string;
  readonly cause: string;
  readonly change: Change;
}

/** Mutations of a group, each with its cause. */
export function group(
  name: string,
  changes: readonly (readonly [cause: string, change: Change])[],
): Mutation[] {
  return changes.map(([cause, change]) => ({ group: name, cause, change }));
}

/** One mutation a text, which is its cause as well. */
export function eachOf(
  name: string,
  texts: readonly string[],
  changeBy: (text: string) => Change,
): Mutation[] {
  return texts.map((text) => ({ group: name, cause: text, change: changeBy(text) }));
}

/** Both changes, one after the other. */
export function both(first: Change, second: Change): Change {
  return (draft, random) => {
    first(draft, random);
    second(draft, random);
  };
}

/** A change of the markup; `{origin}`, `{url}` and `{host}` in the snippet stand for the case's own. */
export function edit(change: (html: string, snippet: string) => string, snippet: string): Change {
  return (draft) => {
    draft.html = change(draft.html, filled(draft, snippet));
  };
}

/** Sends these values of a header instead of what the draft sent under its name. */
export function header(name: string, ...values: readonly string[]): Change {
  return (draft) => {
    draft.headers = draft.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase());
    draft.headers.push(...values.map((value): Header => [name, filled(draft, value)]));
  };
}

function filled(draft: Draft, text: string): string {
  return text
    .replaceAll('{origin}', originOf(draft))
    .replaceAll('{host}', new URL(originOf(draft)).host)
    .replaceAll('{url}', urlOf(draft));
}
