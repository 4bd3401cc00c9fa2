// A function that is called on a node, in an isolated world, and returns a CSS selector of its element: a path from the
// nearest ancestor with an id that is alone in its document, or from body. MAX_CHARACTERS is replaced by a literal.
(function () {
  const maxCharacters = MAX_CHARACTERS;
  const steps = [];
  let characters = 0;
  let element = this.nodeType === Node.ELEMENT_NODE ? this : this.parentElement;
  for (; element; element = element.parentElement) {
    const name = element.localName;
    const id = element.getAttribute('id');
    if (id && /^[A-Za-z][\w-]{0,63}$/.test(id) && document.querySelectorAll(`#${id}`).length === 1) {
      steps.unshift(`#${id}`);
      break;
    }
    const siblings = [...(element.parentElement?.children ?? [])].filter((other) => other.localName === name);
    const step = siblings.length > 1 ? `${name}:nth-of-type(${siblings.indexOf(element) + 1})` : name;
    characters += step.length + 3;
    if (characters > maxCharacters || !/^[a-z][a-z0-9-]*$/.test(name)) break;
    steps.unshift(step);
    if (name === 'body' || name === 'html') break;
  }
  return steps.join(' > ') || null;
});
