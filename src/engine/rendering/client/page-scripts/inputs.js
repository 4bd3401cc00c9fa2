// Pastes nothing into the inputs of a document, in an isolated world, as Lighthouse does, and looks for an icon in the markup.
// MAX_INPUTS and MAX_MS are replaced by literals. The result is {preventsPaste, hasInlineIcon}.
(() => {
  const maxInputs = MAX_INPUTS;
  const endsAt = performance.now() + MAX_MS;
  const shadowRootOf = Object.getOwnPropertyDescriptor(Element.prototype, 'shadowRoot').get;
  const newWalker = Document.prototype.createTreeWalker;
  const isInput = (element) => ['input', 'textarea', 'select'].includes(element.localName);
  const inputs = [];
  const roots = [document];
  let hasInlineIcon = false;
  for (const root of roots) {
    const walker = newWalker.call(document, root, NodeFilter.SHOW_ELEMENT);
    for (let element = walker.nextNode(); element; element = walker.nextNode()) {
      if (isInput(element)) inputs.push(element);
      if (
        element.localName === 'link' &&
        /(^|\s)icon(\s|$)/i.test(element.rel) &&
        /^(data|blob):/.test(element.href)
      )
        hasInlineIcon = true;
      const shadowRoot = shadowRootOf.call(element);
      if (shadowRoot) roots.push(shadowRoot);
    }
  }
  let preventsPaste = false;
  for (const input of inputs.slice(0, maxInputs)) {
    if (preventsPaste || performance.now() > endsAt) break;
    if (!input.readOnly)
      preventsPaste = !input.dispatchEvent(new ClipboardEvent('paste', { cancelable: true }));
  }
  return { preventsPaste, hasInlineIcon };
})();
