/** Ranks of a cascade layer for normal and for important declarations; the higher rank wins. */
export type LayerRanks = readonly [normal: number, important: number];

const MAX_LAYERS = 1000;
/** Ranks of normal declarations are below, those of important ones above. */
export const NORMAL_RANKS = 2000;

interface Layer {
  readonly inner: Map<string, Layer>;
  ranks: LayerRanks;
}

/** Order of cascade layers: by first mention, nested layers before their parent's own rules, and rules outside of layers
 *  last; reversed for important declarations.
 *  @see https://drafts.csswg.org/css-cascade-5/#layer-ordering */
export class LayerOrder {
  private readonly root = newLayer();
  private count = 0;

  /** @param mentions full names in the order of the style sheets, as `base.reset.`; `''` is outside of layers */
  constructor(mentions: Iterable<string>) {
    for (const name of mentions) this.layerOf(name);
    this.rank(this.root, 0);
  }

  ranksOf(name: string): LayerRanks {
    return this.layerOf(name).ranks;
  }

  private layerOf(name: string): Layer {
    let layer = this.root;
    for (const part of name.split('.').slice(0, -1)) {
      let inner = layer.inner.get(part);
      if (!inner) {
        this.count += 1;
        if (this.count > MAX_LAYERS) return this.root;
        layer.inner.set(part, (inner = newLayer()));
      }
      layer = inner;
    }
    return layer;
  }

  /** @returns the next free rank */
  private rank(layer: Layer, from: number): number {
    let next = from;
    for (const inner of layer.inner.values()) next = this.rank(inner, next);
    layer.ranks = [next, 2 * NORMAL_RANKS - next];
    return next + 1;
  }
}

function newLayer(): Layer {
  return { inner: new Map(), ranks: [0, 0] };
}
