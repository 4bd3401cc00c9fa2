/** Documents that were parsed in this thread. */
let documents = 0;

/** Empties every {@link DocumentMap}. To be called for each document: a thread audits one after the other. */
export function startDocument(): void {
  documents += 1;
}

/** A cache of properties of the current document and its elements. When V8 collects young objects, it keeps the values of
 *  an old WeakMap alive, so a map that outlives its document would have every tree moved among the old objects, where
 *  garbage costs several times as much. */
export class DocumentMap<K extends WeakKey, V> {
  private map = new WeakMap<K, V>();
  private document = documents;

  get(key: K): V | undefined {
    return this.current().get(key);
  }

  has(key: K): boolean {
    return this.current().has(key);
  }

  set(key: K, value: V): void {
    this.current().set(key, value);
  }

  private current(): WeakMap<K, V> {
    if (this.document !== documents) {
      this.map = new WeakMap();
      this.document = documents;
    }
    return this.map;
  }
}
