/** A website as data, which every application renders in its own way. */
export interface Site {
  readonly name: string;
  readonly lang: string;
  readonly pages: readonly Page[];
}

export interface Page {
  /** Last part of the address; empty for the first page. */
  readonly slug: string;
  /** null: the application leaves its shell's title alone. */
  readonly title: string | null;
  readonly description: string | null;
  readonly lang: string | null;
  readonly canonical: string | null;
  readonly robots: string | null;
  readonly heading: string;
  readonly navigation: readonly Link[];
  readonly blocks: readonly Block[];
}

export interface Link {
  readonly href: string;
  readonly text: string;
}

export interface Picture {
  readonly src: string;
  /** null: no such attribute. */
  readonly alt: string | null;
}

interface Titled {
  readonly heading: string;
  readonly level: number;
}

export type Block =
  | (Titled & { readonly kind: 'text'; readonly paragraphs: readonly string[]; readonly isPale: boolean })
  | (Titled & { readonly kind: 'cards'; readonly cards: readonly Card[] })
  | (Titled & { readonly kind: 'list'; readonly items: readonly string[]; readonly isBroken: boolean })
  | (Titled & { readonly kind: 'form'; readonly fields: readonly Field[]; readonly button: string })
  | (Titled & {
      readonly kind: 'table';
      readonly head: readonly string[];
      readonly rows: readonly string[][];
    })
  | (Titled & { readonly kind: 'facts'; readonly facts: readonly Fact[] })
  | (Titled & { readonly kind: 'frame'; readonly src: string; readonly title: string | null })
  | (Titled & { readonly kind: 'actions'; readonly actions: readonly Action[] });

export type BlockKind = Block['kind'];

export interface Card {
  readonly title: string;
  readonly text: string;
  readonly picture: Picture;
  readonly link: Link;
}

export interface Field {
  readonly id: string;
  readonly type: string;
  /** null: only the placeholder says what to enter. */
  readonly label: string | null;
  readonly placeholder: string;
  /** Of a `select`; empty for all other fields. */
  readonly options: readonly string[];
}

export interface Fact {
  readonly term: string;
  readonly text: string;
}

/** A link with an icon; its name is missing if `label` is null. */
export interface Action {
  readonly href: string;
  readonly icon: string;
  readonly label: string | null;
  readonly tabindex: number | null;
}
