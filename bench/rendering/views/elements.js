/** Makes DOM elements. */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const VOID = new Set(['img', 'input']);
const escaped = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Makes HTML. Children that are HTML already are objects, so that text is told from them. */
export function html(tag, attributes, ...children) {
  const start = Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('');
  const inner = children.map((child) => (typeof child === 'string' ? escaped(child) : child.html)).join('');
  const text = VOID.has(tag) ? `<${tag}${start}>` : `<${tag}${start}>${inner}</${tag}>`;
  return { html: text, toString: () => text };
}
