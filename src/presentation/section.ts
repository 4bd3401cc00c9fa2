import { type Html, html } from '../platform/pages/html.js';

/** A heading that can be linked to. */
export interface Heading {
  /** Of the element that the link leads to, unique on its page. */
  readonly id: string;
  readonly name: Html | string;
}

/** A part of a page, with what a list of contents names of it. */
export interface Section {
  /** null: the part is not listed. */
  readonly heading: Heading | null;
  /** Headings within it. */
  readonly subheadings: readonly Heading[];
  readonly markup: Html;
}

export function section({ id, name }: Heading, content: Html, subheadings: readonly Heading[] = []): Section {
  const markup = html`<section aria-labelledby="${id}">
<h2 id="${id}">${name}</h2>
${content}</section>
`;
  return { heading: { id, name }, subheadings, markup };
}

/** A part that a list of contents does not name. */
export function remark(markup: Html): Section {
  return { heading: null, subheadings: [], markup };
}

export function listOfContents(sections: readonly Section[]): Html {
  return html`<nav class="contents" aria-label="Contents">
<p><strong>Contents</strong></p>
<ol>
${sections.flatMap(({ heading, subheadings }) => [
  ...(heading ? [entry(heading, false)] : []),
  ...subheadings.map((sub) => entry(sub, true)),
])}</ol>
</nav>
`;
}

function entry({ id, name }: Heading, isSub: boolean): Html {
  return html`<li${isSub && html` class="sub"`}><a href="#${id}">${name}</a></li>
`;
}
