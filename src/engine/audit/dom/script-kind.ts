import { attribute, type Element } from './dom.js';

/** @see https://mimesniff.spec.whatwg.org/#javascript-mime-type */
const JAVASCRIPT =
  /^(application|text)\/(x-)?(java|ecma)script$|^text\/(javascript1\.[0-5]|jscript|livescript)$/i;

/** @param type without parameters */
export function isJavascript(type: string): boolean {
  return JAVASCRIPT.test(type);
}

/** How current browsers run a `script`; null: never, so that they don't load its file.
 *  @see https://html.spec.whatwg.org/multipage/scripting.html#prepare-the-script-element */
export function scriptKind(script: Element): 'classic' | 'module' | null {
  const type = typeOf(script);
  if (type.toLowerCase() === 'module') return 'module';
  return isJavascript(type) && attribute(script, 'nomodule') === undefined ? 'classic' : null;
}

function typeOf(script: Element): string {
  const type = attribute(script, 'type')?.trim();
  if (type !== undefined) return type === '' ? 'text/javascript' : type;
  const language = attribute(script, 'language') ?? '';
  return language === '' ? 'text/javascript' : `text/${language}`;
}
