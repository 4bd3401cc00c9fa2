import { html } from 'parse5';
import { attribute, type Element } from './dom.js';

const VALUES = {
  display:
    /^(none|block|inline|inline-block|flex|inline-flex|grid|inline-grid|flow-root|contents|table|inline-table|table-row|table-cell|table-row-group|table-header-group|table-footer-group|table-column|table-column-group|table-caption|list-item|ruby|ruby-text|initial|unset|revert|revert-layer|inherit|math|-webkit-box|-webkit-inline-box)$/,
  visibility: /^(visible|hidden|collapse|initial)$/,
  'content-visibility': /^(visible|hidden|auto)$/,
} as const;

type Property = keyof typeof VALUES;
type Style = Readonly<Partial<Record<Property, string>>>;

const NONE: Style = {};
const known = new WeakMap<Element, Style>();

/** What an element's own style attribute says of its display: the last valid declaration of each property, an
 *  important one first. SVG has these as attributes too.
 *  @see https://drafts.csswg.org/css-style-attr/ */
export function inlineStyle(element: Element): Style {
  const text = attribute(element, 'style');
  const isSvg = element.namespaceURI === html.NS.SVG;
  if (text === undefined && !isSvg) return NONE;
  const cached = known.get(element);
  if (cached) return cached;
  const style = { ...(isSvg && presentationOf(element)), ...declarationsIn(text ?? '') };
  known.set(element, style);
  return style;
}

function declarationsIn(text: string): Style {
  const style: Partial<Record<Property, string>> = {};
  const important = new Set<Property>();
  for (const declaration of text.toLowerCase().split(';')) {
    const colon = declaration.indexOf(':');
    const property = declaration.slice(0, Math.max(0, colon)).trim();
    if (!isProperty(property)) continue;
    const value = declaration.slice(colon + 1);
    const isImportant = /!\s*important\s*$/.test(value);
    const plain = value.replace(/!\s*important\s*$/, '').trim();
    if (!VALUES[property].test(plain) || (important.has(property) && !isImportant)) continue;
    style[property] = plain;
    if (isImportant) important.add(property);
  }
  return style;
}

function presentationOf(element: Element): Style {
  const display = attribute(element, 'display');
  const visibility = attribute(element, 'visibility');
  return { ...(display !== undefined && { display }), ...(visibility !== undefined && { visibility }) };
}

function isProperty(name: string): name is Property {
  return Object.hasOwn(VALUES, name);
}
