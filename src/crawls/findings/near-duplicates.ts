import { areNear, simhashWords } from '../../engine/audit/outline/simhash.js';

/** A page's content. */
export interface Fingerprint {
  readonly id: number;
  /** Result of `simhashOf`. */
  readonly simhash: string;
}

interface ComparedPage {
  readonly id: number;
  readonly words: Int32Array;
}

/** If at most three of the 64 bits of a hash differ, one of four equal parts of it does not. */
const DIGITS_OF_PART = 4;

/** Pages with nearly the same content as another one, directly or by pages in between.
 *  @returns the first page of the group by the id of each
 *  @see https://doi.org/10.1145/1242572.1242592 for the search by parts */
export function nearDuplicates(pages: readonly Fingerprint[]): Map<number, number> {
  const groups = new Groups();
  // In sets of pages that belong to one group: a page that is near one of them is not compared with the others.
  const byPart = new Map<string, ComparedPage[][]>();
  const firstOf = new Map<string, number>();
  for (const page of pages) {
    const first = firstOf.get(page.simhash);
    if (first !== undefined) {
      groups.join(page.id, first);
      continue;
    }
    firstOf.set(page.simhash, page.id);
    const own = { id: page.id, words: simhashWords(page.simhash) };
    for (const part of partsOf(page.simhash)) {
      const sets = byPart.get(part) ?? [];
      for (const set of sets)
        if (!groups.holds(set, own) && set.some(({ words }) => areNear(own.words, words)))
          for (const { id } of set.slice(0, 1)) groups.join(own.id, id);
      const joined = sets.find((set) => groups.holds(set, own));
      if (joined) joined.push(own);
      else sets.push([own]);
      byPart.set(part, sets);
    }
  }
  return groups.members();
}

/** Each with its place. */
function partsOf(simhash: string): string[] {
  const count = simhash.length / DIGITS_OF_PART;
  return Array.from({ length: count }, (_, at) => {
    const from = at * DIGITS_OF_PART;
    return `${String(at)} ${simhash.slice(from, from + DIGITS_OF_PART)}`;
  });
}

/** Disjoint sets, each named by its smallest id. */
class Groups {
  private readonly parents = new Map<number, number>();

  join(one: number, other: number): void {
    const [first, second] = [this.rootOf(one), this.rootOf(other)];
    this.parents.set(Math.max(first, second), Math.min(first, second));
    this.parents.set(Math.min(first, second), Math.min(first, second));
  }

  /** Whether a page belongs to the group of all pages of a set. */
  holds([first]: readonly ComparedPage[], { id }: ComparedPage): boolean {
    return first !== undefined && this.rootOf(first.id) === this.rootOf(id);
  }

  /** The smallest id of its set by each id. */
  members(): Map<number, number> {
    return new Map([...this.parents.keys()].map((id) => [id, this.rootOf(id)]));
  }

  private rootOf(id: number): number {
    let root = id;
    for (
      let next = this.parents.get(root);
      next !== undefined && next !== root;
      next = this.parents.get(root)
    )
      root = next;
    // The next search is short.
    if (root !== id) this.parents.set(id, root);
    return root;
  }
}
