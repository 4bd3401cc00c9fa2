// Serializes the rendered document in one task, so that the page can't change it meanwhile. Runs in an isolated world:
// the page's own scripts have other globals. The result is {html, url}, or {isTooLarge: true}.
// MARK and MAX_ELEMENTS are replaced by literals.
(() => {
  const mark = MARK;
  const maxElements = MAX_ELEMENTS;
  const undisplayed = new Set(
    'area base basefont datalist head link meta noembed noframes param rp script style template title'.split(
      ' ',
    ),
  );
  const shadowRoots = [];
  let elements = 0;

  const isHiddenByDefault = (element) => {
    const name = element.localName;
    if (undisplayed.has(name)) return true;
    if (element.hasAttribute('hidden') && element.getAttribute('hidden').toLowerCase() !== 'until-found')
      return true;
    if (name === 'dialog' && !element.hasAttribute('open')) return true;
    return element.hasAttribute('popover');
  };

  // n: not displayed. s: shown although it is hidden by default. h: invisible. v: visible in an invisible element.
  // c: its content is hidden.
  const marksOf = (element, parentVisibility) => {
    const style = getComputedStyle(element);
    const isDisplayed = style.display !== 'none';
    let marks = '';
    if (isDisplayed === isHiddenByDefault(element)) marks += isDisplayed ? 's' : 'n';
    if (style.visibility !== parentVisibility) marks += style.visibility === 'visible' ? 'v' : 'h';
    if (style.contentVisibility === 'hidden') marks += 'c';
    return [marks, style.visibility];
  };

  const visit = (root, inherited) => {
    const stack = [[root, inherited]];
    for (let entry = stack.pop(); entry; entry = stack.pop()) {
      const [parent, visibility] = entry;
      for (let element = parent.lastElementChild; element; element = element.previousElementSibling) {
        if (++elements > maxElements) return;
        const [marks, own] = marksOf(element, visibility);
        if (marks) element.setAttribute(mark, marks);
        if (element.shadowRoot) {
          shadowRoots.push(element.shadowRoot);
          stack.push([element.shadowRoot, own]);
        }
        stack.push([element, own]);
      }
    }
  };

  const root = document.documentElement;
  if (!root) return { html: '', url: document.URL };
  const [marks, visibility] = marksOf(root, 'visible');
  if (marks) root.setAttribute(mark, marks);
  visit(root, visibility);
  if (elements > maxElements) return { isTooLarge: true };
  const type = document.doctype ? new XMLSerializer().serializeToString(document.doctype) : '';
  const [start] = root.cloneNode(false).outerHTML.split(/<\/html>$/i);
  const content = root.getHTML({ serializableShadowRoots: true, shadowRoots });
  return { html: `${type}${start}${content}</html>`, url: document.URL };
})();
