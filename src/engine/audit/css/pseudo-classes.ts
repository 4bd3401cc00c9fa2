import { AttributeAction, type Selector, SelectorType } from 'css-what';
import { attribute, type Element, isElement } from '../dom/dom.js';
import { parentOf } from '../dom/inherited.js';

type PseudoClass = string | ((element: Element) => boolean);

const never = () => false;
const always = () => true;

/** States that need user interaction, or don't occur in a loaded page. */
const INACTIVE = (
  'active autofill buffering current focus focus-visible focus-within fullscreen future hover modal muted past paused ' +
  'picture-in-picture playing popover-open seeking stalled target target-current target-within user-invalid user-valid ' +
  'visited volume-locked xr-overlay -webkit-autofill -webkit-drag -webkit-full-screen -webkit-full-page-media host'
).split(' ');

const TEXT_TYPES = '[type=text i],[type=search i],[type=url i],[type=tel i],[type=email i],[type=password i]';

/** Pseudo-classes of a page that was just loaded, if the library doesn't support them or differs from browsers.
 *  @see https://html.spec.whatwg.org/multipage/semantics-other.html#pseudo-classes */
export const PSEUDO_CLASSES: Readonly<Record<string, PseudoClass>> = {
  ...Object.fromEntries(INACTIVE.map((name) => [name, never])),
  'any-link': ':is(a, area)[href]',
  link: ':is(a, area)[href]',
  '-webkit-any-link': ':is(a, area)[href]',
  // Assumes that scripts have defined all custom elements.
  defined: always,
  empty: isEmpty,
  checked: ':is(input[type=radio i], input[type=checkbox i])[checked], option[selected]',
  default: ':is(input[type=radio i], input[type=checkbox i])[checked], option[selected]',
  indeterminate: 'progress:not([value])',
  open: ':is(details, dialog)[open]',
  'placeholder-shown': `:is(input:is(:not([type]), ${TEXT_TYPES}), textarea)[placeholder]:not([value]:not([value=""]))`,
  'read-write': `:is(input:is(:not([type]), ${TEXT_TYPES}), textarea):not([readonly]):not([disabled]), [contenteditable]:not([contenteditable=false i])`,
  'read-only': ':not(:read-write)',
  invalid: isInvalid,
  valid: (element) => isValidated(element) && !isInvalid(element),
  'in-range': never,
  'out-of-range': never,
};

/** Pseudo-classes that the library evaluates like browsers. It also has some that no browser supports. */
const OF_LIBRARY = new Set(
  (
    'disabled enabled required optional first-child last-child only-child first-of-type last-of-type only-of-type ' +
    'nth-child nth-last-child nth-of-type nth-last-of-type root scope lang'
  ).split(' '),
);
const WITH_SELECTORS = new Set(['is', 'where', 'not', 'has']);
const FORGIVING = new Set(['is', 'where']);

/** Whether Chromium supports a selector. Removes unsupported parts from `:is()` and `:where()`. */
export function isSelector(selector: readonly Selector[]): boolean {
  return selector.every((part) => {
    if (part.type === SelectorType.Attribute) return part.action !== AttributeAction.Not;
    if (part.type === SelectorType.PseudoElement) return !/^-(moz|ms|o)-/.test(part.name);
    if (part.type !== SelectorType.Pseudo) return part.type !== SelectorType.Parent;
    const { name, data } = part;
    if (!Array.isArray(data)) return OF_LIBRARY.has(name) || Object.hasOwn(PSEUDO_CLASSES, name);
    if (FORGIVING.has(name)) part.data = data.filter((list) => list.length > 0 && isSelector(list));
    return WITH_SELECTORS.has(name) && (FORGIVING.has(name) || data.every(isSelector));
  });
}

/** White space counts as content, unlike in the latest draft. */
function isEmpty(element: Element): boolean {
  return element.childNodes.every((node) => !isElement(node) && !('value' in node && node.value !== ''));
}

function isValidated({ tagName }: Element): boolean {
  return /^(input|select|textarea|button|form|fieldset)$/.test(tagName);
}

/** A required field that is empty. */
function isInvalid(element: Element): boolean {
  if (attribute(element, 'required') === undefined || attribute(element, 'disabled') !== undefined)
    return false;
  if (element.tagName === 'textarea') return element.childNodes.length === 0;
  if (element.tagName !== 'input' || parentOf(element) === null) return false;
  const type = attribute(element, 'type')?.toLowerCase() ?? 'text';
  if (/^(hidden|button|reset|submit|image|range|color)$/.test(type)) return false;
  if (/^(checkbox|radio)$/.test(type)) return attribute(element, 'checked') === undefined;
  return (attribute(element, 'value') ?? '') === '';
}
