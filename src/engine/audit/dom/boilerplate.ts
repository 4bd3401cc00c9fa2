import { attribute, type Element } from './dom.js';
import { inherited } from './inherited.js';

/** Elements and roles of what surrounds the content of a page: headers, footers, menus, dialogs. */
const NAMES = new Set('nav aside dialog search'.split(' '));
const ROLES = /^(navigation|banner|contentinfo|complementary|search|dialog|alertdialog|menubar|toolbar)$/i;
/** Names of the same as ids and classes, whole ones: `with-sidebar` is a page, not a sidebar. */
const PART =
  /^((site|page|main|top|app|global|primary|secondary|left|right|bottom|js|mobile)[-_]?)?(header|footer|nav|navbar|navigation|menu|sidebar|topbar|masthead|toolbar|breadcrumbs?|copyright)$|^(cookie|consent|notice|gdpr)[-_]?(banner|bar|notice|consent)$/i;
const HEADER = /(header|masthead)$/i;
const MAX_NAME_CHARACTERS = 200;
/** Links to a place in the page, like `Skip to content`. */
const IN_PAGE = /^#./;

/** Whether an element is a header, footer, menu or dialog of the whole page. */
export function isBoilerplate(element: Element): boolean {
  const { tagName } = element;
  if (NAMES.has(tagName) || ROLES.test((attribute(element, 'role') ?? '').trim())) return true;
  if (tagName === 'a') return IN_PAGE.test(attribute(element, 'href') ?? '');
  if (tagName === 'header' || tagName === 'footer') return isInContent(element) !== true;
  if (tagName !== 'div' && tagName !== 'section') return false;
  const isPart = nameOf(element)
    .split(/\s+/)
    .some((name) => PART.test(name));
  return isPart && isInContent(element) !== true;
}

/** Whether boilerplate is a header. */
export function isHeader(element: Element): boolean {
  return (
    element.tagName === 'header' ||
    nameOf(element)
      .split(/\s+/)
      .some((name) => HEADER.test(name))
  );
}

/** Headers and footers in here are those of an article. */
const isInContent = inherited((element) => {
  const isContent = element.tagName === 'main' || element.tagName === 'article';
  return isContent || attribute(element, 'role') === 'main' ? true : undefined;
});

/** Id and classes, shortened. */
export function nameOf(element: Element): string {
  const name = `${attribute(element, 'id') ?? ''} ${attribute(element, 'class') ?? ''}`;
  return name.slice(0, MAX_NAME_CHARACTERS);
}
