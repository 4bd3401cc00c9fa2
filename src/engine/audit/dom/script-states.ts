import { attribute, type Dom, type Element, elementsNamed, textContent } from './dom.js';

/** A theme marks the root until scripts run. */
const WITHOUT_SCRIPTS = 'no-js';
/** Elementor's, of what moves in when it is scrolled to. */
const MOVES_IN = 'elementor-invisible';
/** Alpine's, of what its style sheet hides until Alpine has started. */
const CLOAK = 'x-cloak';
/** Of what stays hidden until something is pressed. */
const CONDITIONS = ['x-show', 'x-if'];

/** Takes away what widespread scripts take away on every page, so that style sheets hide and show what they do once these have
 *  run. Nothing is run.
 *  @see https://alpinejs.dev/directives/cloak */
export function applyScriptStates(dom: Dom): void {
  const { source } = dom;
  if (source.includes(WITHOUT_SCRIPTS) && replacesMark(dom))
    for (const element of [...elementsNamed(dom, 'html'), ...elementsNamed(dom, 'body')])
      replaceClass(element, WITHOUT_SCRIPTS, 'js');
  if (source.includes(MOVES_IN)) for (const element of dom.elements) replaceClass(element, MOVES_IN, '');
  if (source.includes(CLOAK)) for (const element of dom.elements) uncloak(element);
}

/** Whether a script of the document itself replaces the mark of pages without scripts. */
function replacesMark(dom: Dom): boolean {
  return elementsNamed(dom, 'script').some((script) => {
    if (attribute(script, 'src') !== undefined) return false;
    const text = textContent(script);
    return text.includes(WITHOUT_SCRIPTS) && /\bclass(?:Name|List)\b/.test(text);
  });
}

function replaceClass(element: Element, from: string, to: string): void {
  const names = attribute(element, 'class')?.split(/[\t\n\f\r ]+/);
  if (!names?.includes(from)) return;
  const value = names.map((name) => (name === from ? to : name)).join(' ');
  element.attrs = element.attrs.map((attr) => (attr.name === 'class' ? { ...attr, value } : attr));
}

function uncloak(element: Element): void {
  if (attribute(element, CLOAK) === undefined) return;
  if (CONDITIONS.some((name) => attribute(element, name) !== undefined)) return;
  element.attrs = element.attrs.filter(({ name }) => name !== CLOAK);
}
