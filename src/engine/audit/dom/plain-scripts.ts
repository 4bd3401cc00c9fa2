import { attribute, type Dom, elementsNamed, textContent } from './dom.js';
import { shownStyle } from './shown-style.js';

/** Longer scripts do other things. */
const MAX_CHARACTERS = 500;
const STATEMENT =
  /\s*(?:document\.getElementById\((["'])(?<id>[^"']+)\1\)\.style\.display\s*=\s*(["'])(?<display>[a-z-]*)\3|\$\((["'])#(?<jqueryId>[\w-]+)\5\)\.(?<method>show|hide)\(\d*\))\s*(?:;|$)\s*/y;

interface Change {
  readonly id: string;
  readonly display: string;
}

/** Applies inline scripts that only show or hide elements by id. Documentation generators use them to show a search form
 *  that needs scripting. Other scripts are not run. */
export function runPlainScripts(dom: Dom): void {
  const changes = elementsNamed(dom, 'script').flatMap((script) =>
    attribute(script, 'src') === undefined ? changesBy(textContent(script)) : [],
  );
  if (changes.length === 0) return;
  const displays = new Map(changes.map(({ id, display }) => [id, display]));
  for (const element of dom.elements) {
    const id = attribute(element, 'id');
    const display = id === undefined ? undefined : displays.get(id);
    if (id === undefined || display === undefined) continue;
    element.style = { ...shownStyle(element), display };
    displays.delete(id);
  }
}

/** @returns no changes if the script does anything else */
function changesBy(script: string): Change[] {
  if (script.length > MAX_CHARACTERS) return [];
  const changes: Change[] = [];
  for (let index = 0; index < script.length; index = STATEMENT.lastIndex) {
    STATEMENT.lastIndex = index;
    const found = STATEMENT.exec(script)?.groups;
    if (!found) return [];
    const { id = found.jqueryId ?? '', display = '', method } = found;
    const shown = display === '' ? 'revert' : display;
    changes.push({ id, display: method === 'hide' ? 'none' : shown });
  }
  return changes;
}
