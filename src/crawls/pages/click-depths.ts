/** A page, and what was known of it when its crawl visited the last one. */
export interface KnownDepth {
  readonly id: number;
  /** Clicks from the start; null: no way was known. */
  readonly depth: number | null;
  /** Of the page that it redirects to; null: it does not, or to none of the crawl. */
  readonly targetId: number | null;
}

const NONE = -1;
const FIRST_LINKS = 1024;

/** How many clicks pages are from the start of a crawl. Links, of which there may be millions, are numbers in typed arrays. */
export class ClickDepths {
  private readonly indexes: ReadonlyMap<number, number>;
  private readonly depths: number[];
  private readonly targets: Int32Array;
  /** By page: its last link. */
  private readonly last: Int32Array;
  /** By link: the page that it leads to, and the link of the same page before. */
  private leadsTo = new Int32Array(FIRST_LINKS);
  private before = new Int32Array(FIRST_LINKS);
  private links = 0;

  /** @param pages all of a crawl */
  constructor(private readonly pages: readonly KnownDepth[]) {
    this.indexes = new Map(pages.map(({ id }, index) => [id, index]));
    this.depths = pages.map(({ depth }) => depth ?? Infinity);
    this.targets = Int32Array.from(pages, ({ targetId }) => this.indexOf(targetId));
    this.last = new Int32Array(pages.length).fill(NONE);
  }

  /** Ids of pages that a link could bring nearer: the start, and those one click from it, are as near as they can be. */
  get improvable(): number[] {
    return this.pages.filter(({ depth }) => depth === null || depth > 1).map(({ id }) => id);
  }

  addLink(fromId: number, toId: number): void {
    const [from, to] = [this.indexOf(fromId), this.indexOf(toId)];
    if (from === NONE || to === NONE) return;
    if (this.links === this.leadsTo.length) {
      this.leadsTo = doubled(this.leadsTo);
      this.before = doubled(this.before);
    }
    this.leadsTo[this.links] = to;
    this.before[this.links] = this.last[from] ?? NONE;
    this.last[from] = this.links++;
  }

  /** Pages that are nearer than was known. */
  lowered(): { readonly id: number; readonly depth: number }[] {
    const levels: number[][] = [];
    const reach = (page: number, depth: number) => {
      (levels[depth] ??= []).push(page);
    };
    const lower = (page: number, depth: number) => {
      if (depth >= (this.depths[page] ?? NONE)) return;
      this.depths[page] = depth;
      reach(page, depth);
    };
    for (const [page, depth] of this.depths.entries()) if (depth !== Infinity) reach(page, depth);
    for (let depth = 0; depth < levels.length; depth++)
      for (const page of levels[depth] ?? []) {
        if (this.depths[page] !== depth) continue;
        // A redirect is no click.
        lower(this.targets[page] ?? NONE, depth);
        for (let link = this.last[page] ?? NONE; link !== NONE; link = this.before[link] ?? NONE)
          lower(this.leadsTo[link] ?? NONE, depth + 1);
      }
    return this.pages.flatMap(({ id, depth: known }, page) => {
      const depth = this.depths[page] ?? Infinity;
      return depth < (known ?? Infinity) ? [{ id, depth }] : [];
    });
  }

  private indexOf(id: number | null): number {
    return id === null ? NONE : (this.indexes.get(id) ?? NONE);
  }
}

function doubled(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}
