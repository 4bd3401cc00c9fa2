import { attribute, type Element } from './dom/dom.js';
import { type Resource } from './dom/resources.js';
import { isJavascript, scriptKind } from './dom/script-kind.js';
import { headerValues, type Page } from './page.js';
import { type ExpectedFile, type FileResponse } from './surroundings.js';

/** Types that browsers refuse for scripts, even without `nosniff`.
 *  @see https://fetch.spec.whatwg.org/#should-response-to-request-be-blocked-due-to-mime-type? */
const NEVER_SCRIPT = /^(audio|image|video)\/|^text\/csv$/;

/** The kind of file that browsers require for an element; null if they accept any type.
 *  @see https://html.spec.whatwg.org/multipage/links.html#link-type-stylesheet */
export function expectedFile(page: Page, { kind, url, element }: Resource): ExpectedFile | null {
  switch (kind) {
    case 'image':
    case 'font':
      return kind;
    case 'script':
      return expectedScript(element);
    case 'style': {
      const isGuessed = page.dom.mode === 'quirks' && new URL(url).origin === new URL(page.url).origin;
      return isGuessed || !/^(text\/css)?$/.test(typeAttribute(element)) ? null : kind;
    }
    default:
      return null;
  }
}

function expectedScript(element: Element): ExpectedFile | null {
  if (element.tagName === 'link') {
    const isModule = /(^|\s)modulepreload(\s|$)/i.test(attribute(element, 'rel') ?? '');
    if (!isModule) return 'classic_script';
    return /^(script)?$/i.test(attribute(element, 'as') ?? '') ? 'module_script' : null;
  }
  const kind = scriptKind(element);
  return kind && `${kind}_script`;
}

function typeAttribute(element: Element): string {
  return (attribute(element, 'type') ?? '').trim().toLowerCase();
}

/** Whether browsers accept a file's type; `unknown` if its first bytes are needed to decide. Browsers require a type for
 *  style sheets, modules, and classic scripts with `nosniff`; they detect images and fonts by their bytes.
 *  @param response with a successful status */
export function typeVerdict(
  expected: ExpectedFile | null,
  response: FileResponse,
): 'right' | 'wrong' | 'unknown' {
  const type = typeOf(response);
  const isNosniff = /^\s*nosniff\s*(,|$)/i.test(headerValues(response, 'x-content-type-options').join(','));
  switch (expected) {
    case 'style':
      return type === 'text/css' || (type === '' && !isNosniff) ? 'right' : 'wrong';
    case 'module_script':
      return isJavascript(type) ? 'right' : 'wrong';
    case 'classic_script':
      if (isJavascript(type)) return 'right';
      if (isNosniff || NEVER_SCRIPT.test(type)) return 'wrong';
      return type === 'text/html' ? byContent(response, (content) => content !== 'markup') : 'right';
    case 'image':
      return type.startsWith('image/') ? 'right' : byContent(response, (content) => content === 'image');
    case 'font':
      return type === 'text/html' ? byContent(response, (content) => content !== 'markup') : 'right';
    case null:
      return 'right';
  }
}

/** Content type without parameters, in lower case; empty if there is none. */
export function typeOf(response: FileResponse): string {
  return (headerValues(response, 'content-type').at(-1) ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

function byContent(
  { content }: FileResponse,
  isRight: (content: NonNullable<FileResponse['content']>) => boolean,
): 'right' | 'wrong' | 'unknown' {
  if (content === undefined) return 'unknown';
  return isRight(content) ? 'right' : 'wrong';
}
