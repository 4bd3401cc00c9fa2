/** A page's content in 64 bits. */
export interface Fingerprint {
  readonly id: number;
  /** 16 hexadecimal digits. */
  readonly simhash: string;
}

const MAX_DISTANCE = 3;
/** Of the 64 bits; if at most three bits differ, one of four equal bands does not. */
const BANDS = 4;

interface Value {
  readonly id: number;
  readonly high: number;
  readonly low: number;
}

/** Pages with nearly the same content as another one: at most 3 of 64 bits differ, directly or by pages in between.
 *  @returns the first page of the group by the id of each
 *  @see https://dl.acm.org/doi/10.1145/1242572.1242592 (Manku, Jain, Das Sarma: Detecting near-duplicates for web crawling) */
export function nearDuplicates(pages: readonly Fingerprint[]): Map<number, number> {
  const groups = new Groups();
  const bands = Array.from({ length: BANDS }, () => new Map<number, Value[]>());
  const firstOf = new Map<string, number>();
  for (const { id, simhash } of pages) {
    const first = firstOf.get(simhash);
    if (first !== undefined) {
      groups.join(id, first);
      continue;
    }
    firstOf.set(simhash, id);
    const value = { id, high: hexadecimal(simhash, 0, 8), low: hexadecimal(simhash, 8, 8) };
    for (const [at, band] of bands.entries()) {
      const key = hexadecimal(simhash, at * 4, 4);
      const others = band.get(key) ?? [];
      for (const other of others) if (distance(value, other) <= MAX_DISTANCE) groups.join(id, other.id);
      others.push(value);
      band.set(key, others);
    }
  }
  return groups.members();
}

function hexadecimal(text: string, from: number, count: number): number {
  return Number.parseInt(text.slice(from, from + count), 16);
}

function distance(one: Value, other: Value): number {
  return onesIn(one.high ^ other.high) + onesIn(one.low ^ other.low);
}

function onesIn(value: number): number {
  let rest = value - ((value >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** Disjoint sets, each named by its smallest id. */
class Groups {
  private readonly parents = new Map<number, number>();

  join(one: number, other: number): void {
    const [first, second] = [this.rootOf(one), this.rootOf(other)];
    this.parents.set(Math.max(first, second), Math.min(first, second));
    this.parents.set(Math.min(first, second), Math.min(first, second));
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
    return root;
  }
}
