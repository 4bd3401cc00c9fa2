/** The part of Express's router that is used here. */
export interface Router {
  readonly stack: readonly {
    readonly route?: { readonly path: unknown; readonly methods: Readonly<Record<string, boolean>> };
    match(path: string): boolean;
  }[];
}

/** Methods that a path supports, sorted, with HEAD and OPTIONS; empty if no route matches the path. Routes with a
 *  wildcard are the fallback and don't count, nor do those with an id where the path has a route of its own. */
export function methodsAt(router: Router, path: string): string[] {
  const routes = router.stack.flatMap((layer) =>
    layer.route && !String(layer.route.path).includes('*') && layer.match(path) ? [layer.route] : [],
  );
  const own = routes.filter((route) => !String(route.path).includes(':'));
  const methods = new Set(
    (own.length > 0 ? own : routes).flatMap((route) =>
      Object.keys(route.methods).map((method) => method.toUpperCase()),
    ),
  );
  if (methods.size === 0) return [];
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods.add('OPTIONS')].sort();
}
