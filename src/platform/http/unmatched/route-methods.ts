/** The part of Express's router that is used here. */
export interface Router {
  readonly stack: readonly {
    readonly route?: { readonly path: unknown; readonly methods: Readonly<Record<string, boolean>> };
    match(path: string): boolean;
  }[];
}

/** Methods that a path supports, sorted, with HEAD and OPTIONS; empty if no route matches the path. Routes with a
 *  wildcard are the fallback and don't count. */
export function methodsAt(router: Router, path: string): string[] {
  const methods = new Set<string>();
  for (const layer of router.stack) {
    if (!layer.route || String(layer.route.path).includes('*') || !layer.match(path)) continue;
    for (const method of Object.keys(layer.route.methods)) methods.add(method.toUpperCase());
  }
  if (methods.size === 0) return [];
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods.add('OPTIONS')].sort();
}
