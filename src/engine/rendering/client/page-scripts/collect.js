// Serializes the rendered document in one task, so that the page can't change it meanwhile. Runs in an isolated world:
// the page's own scripts have other globals. Elements and the document are read through the prototypes' own getters: the
// names of forms' controls and of images hide properties in every world. The result is {characters, html, url}, or {isTooLarge: true};
// without a URL if the document comes from the proxy. `html` is the first part of the HTML, all of which is kept as
// pagegradeHtml.
// MARK, BLOCKS, MAX_ELEMENTS, MAX_CHARACTERS, PART_CHARACTERS, MAX_URL and NOT_LOADED are replaced by literals.
(() => {
  const mark = MARK;
  const blocks = new Set(BLOCKS);
  const maxElements = MAX_ELEMENTS;
  const maxCharacters = MAX_CHARACTERS;
  const partCharacters = PART_CHARACTERS;
  const maxUrl = MAX_URL;
  const notLoaded = NOT_LOADED;
  const listeners = globalThis.pagegradeListeners;
  const undisplayed = new Set(
    'area base basefont datalist head link meta noembed noframes param rp script style template title'.split(
      ' ',
    ),
  );
  const ofHead = new Set(
    'base basefont bgsound link meta noframes noscript script style template title'.split(' '),
  );
  const getter = (type, name) => {
    const { get } = Object.getOwnPropertyDescriptor(type.prototype, name);
    return (object) => get.call(object);
  };
  const method = (type, name) => {
    const { value } = Object.getOwnPropertyDescriptor(type.prototype, name);
    return (object, ...values) => value.apply(object, values);
  };
  const documentElementOf = getter(Document, 'documentElement');
  const headOf = getter(Document, 'head');
  const elementsNamed = method(Element, 'querySelectorAll');
  const childNodesOf = getter(Node, 'childNodes');
  const nodeTypeOf = getter(Node, 'nodeType');
  const textOf = getter(Node, 'textContent');
  const followsIn = method(Node, 'compareDocumentPosition');
  const doctypeOf = getter(Document, 'doctype');
  const urlOf = getter(Document, 'URL');
  const localNameOf = getter(Element, 'localName');
  const shadowRootOf = getter(Element, 'shadowRoot');
  const lastChildOf = getter(Element, 'lastElementChild');
  const lastOfShadow = getter(DocumentFragment, 'lastElementChild');
  const previousOf = getter(Element, 'previousElementSibling');
  const hasAttribute = method(Element, 'hasAttribute');
  const getAttribute = method(Element, 'getAttribute');
  const setAttribute = method(Element, 'setAttribute');
  const removeAttribute = method(Element, 'removeAttribute');
  const getHtml = method(Element, 'getHTML');
  const computedStyleMapOf = method(Element, 'computedStyleMap');
  const styleValueOf = method(StylePropertyMapReadOnly, 'get');
  const outerHtmlOf = getter(Element, 'outerHTML');
  const clone = method(Node, 'cloneNode');

  const shadowRoots = [];
  const marked = [];
  let elements = 0;

  const isHiddenByDefault = (element) => {
    const name = localNameOf(element);
    if (undisplayed.has(name)) return true;
    if (hasAttribute(element, 'hidden') && getAttribute(element, 'hidden').toLowerCase() !== 'until-found')
      return true;
    if (name === 'dialog' && !hasAttribute(element, 'open')) return true;
    return hasAttribute(element, 'popover');
  };

  // The computed style has the sizes of loaded images for "auto".
  const isPlaced = (image, { position, aspectRatio }) => {
    if (/^(absolute|fixed)$/.test(position) || /\d/.test(aspectRatio)) return true;
    const style = computedStyleMapOf(image);
    return ['width', 'height'].every((name) => /\d/.test(String(styleValueOf(style, name))));
  };

  // What scripts put into the head ends it where HTML is parsed. What follows belongs to it all the same.
  const noteHead = () => {
    const head = headOf(document);
    const endsIt = (node) =>
      nodeTypeOf(node) === Node.ELEMENT_NODE
        ? !ofHead.has(localNameOf(node))
        : nodeTypeOf(node) === Node.TEXT_NODE && /[^ \t\n\f\r]/.test(textOf(node));
    const end = head && [...childNodesOf(head)].find(endsIt);
    if (!end) return;
    const marksOf = new Map(marked);
    for (const element of elementsNamed(head, 'meta, link, title, script'))
      if (followsIn(end, element) & Node.DOCUMENT_POSITION_FOLLOWING)
        marksOf.set(element, `i${marksOf.get(element) ?? ''}`);
    marked.splice(0, marked.length, ...marksOf);
  };

  const shape = (element, display) => {
    const isBlock = /^(block|flex|grid|flow-root|list-item|table|table-caption)$/.test(display);
    if (isBlock === blocks.has(localNameOf(element))) return '';
    if (isBlock) return 'b';
    return /^(inline-|table-)/.test(display) ? 'x' : 't';
  };

  // n: not displayed. s: shown although it is hidden by default. h: invisible. v: visible in an invisible element.
  // c: its content is hidden. p: an image whose place is known before it is there. i: of the head, see above. l, q: a link with or without event listeners, as far as they were read.
  // Within links, b: a block though it is none by default. x, t: a box in a line, or text, though it is a block by default.
  const noteMarks = (element, parentVisibility, isInLink) => {
    const style = getComputedStyle(element);
    const { visibility } = style;
    const isDisplayed = style.display !== 'none';
    let marks = '';
    if (isDisplayed === isHiddenByDefault(element)) marks += isDisplayed ? 's' : 'n';
    if (isInLink && isDisplayed) marks += shape(element, style.display);
    if (visibility !== parentVisibility) marks += visibility === 'visible' ? 'v' : 'h';
    if (style.contentVisibility === 'hidden') marks += 'c';
    if (localNameOf(element) === 'img' && isPlaced(element, style)) marks += 'p';
    const listens = listeners?.get(element);
    if (listens !== undefined) marks += listens ? 'l' : 'q';
    if (marks) marked.push([element, marks]);
    return visibility;
  };

  const visit = (root, inherited) => {
    const stack = [[root, inherited, lastChildOf, false]];
    for (let entry = stack.pop(); entry; entry = stack.pop()) {
      const [parent, visibility, lastOf, isInLink] = entry;
      for (let element = lastOf(parent); element; element = previousOf(element)) {
        if (++elements > maxElements) return;
        const own = noteMarks(element, visibility, isInLink);
        const isLink = isInLink || localNameOf(element) === 'a';
        const shadowRoot = shadowRootOf(element);
        if (shadowRoot) {
          shadowRoots.push(shadowRoot);
          stack.push([shadowRoot, own, lastOfShadow, isLink]);
        }
        stack.push([element, own, lastChildOf, isLink]);
      }
    }
  };

  const kept = (html, url) => {
    globalThis.pagegradeHtml = html;
    return { characters: html.length, html: html.slice(0, partCharacters), url };
  };

  const url = urlOf(document);
  if (url.length > maxUrl) return { isTooLarge: true };
  const [navigation] = performance.getEntriesByType('navigation');
  if (navigation?.serverTiming.some(({ name }) => name === notLoaded)) return kept('', '');
  const root = documentElementOf(document);
  if (!root) return kept('', url);
  visit(root, noteMarks(root, 'visible', false));
  if (elements > maxElements) return { isTooLarge: true };
  noteHead();
  // Only now: each mark would make the next style be computed anew.
  for (const [element, marks] of marked) setAttribute(element, mark, marks);
  const doctype = doctypeOf(document);
  const type = doctype ? new XMLSerializer().serializeToString(doctype) : '';
  const [start] = outerHtmlOf(clone(root, false)).split(/<\/html>$/i);
  const html = `${type}${start}${getHtml(root, { serializableShadowRoots: true, shadowRoots })}</html>`;
  for (const [element] of marked) removeAttribute(element, mark);
  return html.length > maxCharacters ? { isTooLarge: true } : kept(html, url);
})();
