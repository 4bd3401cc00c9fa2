// Finds the links without `href` that only fail a check if they, or what they are in, have event listeners. Runs in an
// isolated world. Scripts can't read listeners, so the result says what the debugger has to be asked: for each node of
// `pagegradePlaceholders.nodes`, the index of its parent, which comes first, or -1. `note` takes whether each node
// listens; links that were left out stay unknown.
// MAX_ELEMENTS and MAX_NODES are replaced by literals.
(() => {
  const maxElements = MAX_ELEMENTS;
  const maxNodes = MAX_NODES;
  const linkAttributes = 'href target download ping rel hreflang type referrerpolicy'.split(' ');
  const getter = (type, name) => {
    const { get } = Object.getOwnPropertyDescriptor(type.prototype, name);
    return (object) => get.call(object);
  };
  const localNameOf = getter(Element, 'localName');
  const shadowRootOf = getter(Element, 'shadowRoot');
  const parentOf = getter(Node, 'parentNode');
  const getAttribute = (element, name) => Element.prototype.getAttribute.call(element, name);
  const walkerOf = (root) =>
    Document.prototype.createTreeWalker.call(document, root, NodeFilter.SHOW_ELEMENT);

  const nodes = [];
  const parents = [];
  const links = [];
  const indexes = new Map();
  let elements = 0;

  const dependsOnListeners = (element) => {
    if (localNameOf(element) !== 'a') return false;
    if (linkAttributes.some((name) => getAttribute(element, name) !== null)) return false;
    if (getAttribute(element, 'id') || getAttribute(element, 'role')?.trim()) return false;
    return !(element instanceof HTMLAnchorElement && getAttribute(element, 'name')?.trim());
  };

  // As in Lighthouse, a link's ancestors end with the root element, and a shadow root counts, too.
  const addLink = (link) => {
    const path = [];
    let node = link;
    while (node && node !== document && !indexes.has(node)) {
      path.push(node);
      if (nodes.length + path.length > maxNodes) return;
      node = node instanceof ShadowRoot ? node.host : parentOf(node);
    }
    let parent = indexes.get(node) ?? -1;
    for (const step of path.reverse()) {
      parents.push(parent);
      parent = nodes.push(step) - 1;
      indexes.set(step, parent);
    }
    links.push(link);
  };

  const roots = [document];
  for (const root of roots) {
    const walker = walkerOf(root);
    while (++elements <= maxElements && nodes.length < maxNodes) {
      const element = walker.nextNode();
      if (!element) break;
      if (dependsOnListeners(element)) addLink(element);
      const shadowRoot = shadowRootOf(element);
      if (shadowRoot) roots.push(shadowRoot);
    }
  }
  const note = (listening) => {
    const known = links.filter((link) => indexes.get(link) < listening.length);
    globalThis.pagegradeListeners = new Map(known.map((link) => [link, listening[indexes.get(link)]]));
  };
  globalThis.pagegradePlaceholders = { nodes, note };
  return parents;
})();
