import { type Html, html } from '../platform/pages/html.js';

/** Where a report is read: on this server, or in a file of its own. */
export interface Medium {
  /** Stands before paths of this server in links, without a trailing slash; null: there are no links to it. */
  readonly base: string | null;
  /** Whether everything is unfolded, as in print. */
  readonly isUnfolded: boolean;
}

export const ON_SERVER: Medium = { base: '', isUnfolded: false };

/** A link to a path of this server, or only its text where there are no such links. */
export function link({ base }: Medium, path: string, text: Html | string): Html {
  return base === null ? html`${text}` : html`<a href="${base}${path}">${text}</a>`;
}

/** Links that stand beside each other, of those that have a path; empty where there are none. */
export function links(
  medium: Medium,
  named: readonly (readonly [path: string | null, text: string])[],
): Html[] {
  if (medium.base === null) return [];
  const leading = named.flatMap(([path, text]) => (path === null ? [] : [link(medium, path, text)]));
  return leading.map((one, index) => html`${index > 0 && ' · '}${one}`);
}
