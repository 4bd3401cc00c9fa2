/** The hosts that browsers load over https only, stored in a few megabytes as concatenated sorted names. */
export class PreloadList {
  private readonly names: Buffer;
  /** Start of each name, then the end of the last one. */
  private readonly offsets: Uint32Array;
  /** 1 for names whose subdomains are included. */
  private readonly coversSubdomains: Uint8Array;

  /** @param hosts lower-case ASCII names, and whether each includes its subdomains */
  constructor(hosts: ReadonlyMap<string, boolean>) {
    const sorted = [...hosts.keys()].sort();
    this.names = Buffer.from(sorted.join(''), 'latin1');
    this.offsets = new Uint32Array(sorted.length + 1);
    for (const [index, name] of sorted.entries())
      this.offsets[index + 1] = (this.offsets[index] ?? 0) + name.length;
    this.coversSubdomains = Uint8Array.from(sorted, (name) => (hosts.get(name) === true ? 1 : 0));
  }

  /** Number of names. */
  get size(): number {
    return this.coversSubdomains.length;
  }

  /** Whether the host is on the list, or is a subdomain of a name that includes subdomains.
   *  @param host as in URLs: lower case, in Punycode */
  has(host: string): boolean {
    if (this.indexOf(host) >= 0) return true;
    for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
      if (this.coversSubdomains[this.indexOf(host.slice(dot + 1))] === 1) return true;
    }
    return false;
  }

  /** Position of a name; -1 if it is not on the list. */
  private indexOf(name: string): number {
    let [low, high] = [0, this.size];
    while (low < high) {
      const middle = (low + high) >> 1;
      const order = this.compare(middle, name);
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return -1;
  }

  /** Negative if the name at the index sorts before the other one. */
  private compare(index: number, name: string): number {
    const start = this.offsets[index] ?? 0;
    const length = (this.offsets[index + 1] ?? 0) - start;
    for (let at = 0; at < Math.min(length, name.length); at++) {
      const order = (this.names[start + at] ?? 0) - name.charCodeAt(at);
      if (order !== 0) return order;
    }
    return length - name.length;
  }
}
