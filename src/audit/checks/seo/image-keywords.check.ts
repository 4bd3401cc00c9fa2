import { type Check, fail, notApplicable, pass } from '../../check.js';
import { attribute, type Element, elementsNamed, textContent } from '../../dom/dom.js';
import { isHiddenFromAccessibility } from '../../dom/visibility.js';
import { isFocusable } from '../../dom/focusable.js';
import { hasGlobalAria } from '../../dom/global-aria.js';

export const imageKeywords: Check = {
  id: 'image_keywords',
  category: 'seo',
  importance: 'high',
  what: 'Every image has an alternative text, or is marked as decoration.',
  why: 'People who do not see the image, and image search, know it by its alternative text alone.',
  fix: 'Give each image an alt that says what it shows; give decoration an empty one: alt="".',
  source: 'https://dequeuniversity.com/rules/axe/4.10/image-alt',
  method: 'exact',
  examples: {
    passes: { html: '<img src="shoe.jpg" alt="A blue shoe"><img src="line.png" alt="">' },
    fails: { html: '<img src="shoe.jpg">' },
  },
  run({ dom }) {
    const images = elementsNamed(dom, 'img').filter(
      (image) => !isHiddenFromAccessibility(image) && needsName(image),
    );
    if (images.length === 0) return notApplicable('no_images');
    const byId = new Map(dom.elements.map((element) => [attribute(element, 'id') ?? '', element]));
    const nameless = images.filter((image) => !hasName(image, byId));
    const value = { images: images.length, without_text: nameless.length };
    if (nameless.length === 0) return pass(value);
    return fail('no_alternative_text', { value, evidence: nameless });
  },
};

/** Roles that need no name take an image out of the rule, unless it can be focused. */
function needsName(image: Element): boolean {
  const role = explicitRole(image);
  return role === null || isPresentational(role) || NAMED_ROLES.has(role) || isFocusable(image);
}

function hasName(image: Element, byId: ReadonlyMap<string, Element>): boolean {
  const role = explicitRole(image);
  const isDecoration = isPresentational(role) && !isFocusable(image) && !hasGlobalAria(image);
  const alt = attribute(image, 'alt');
  if (alt !== undefined && /^\s+$/.test(alt)) return isDecoration;
  return alt !== undefined || isDecoration || isNamedByAttribute(image, byId);
}

function isNamedByAttribute(image: Element, byId: ReadonlyMap<string, Element>): boolean {
  const ids = (attribute(image, 'aria-labelledby') ?? '').split(/\s+/).filter((id) => id !== '');
  const labels = ids.map((id) => byId.get(id)).map((label) => (label ? textContent(label) : ''));
  const names = [attribute(image, 'aria-label'), attribute(image, 'title'), ...labels];
  return names.some((name) => name !== undefined && name.trim() !== '');
}

function explicitRole(image: Element): string | null {
  const roles = (attribute(image, 'role') ?? '').toLowerCase().split(/\s+/);
  return roles.find((role) => isPresentational(role) || ROLES.has(role)) ?? null;
}

function isPresentational(role: string | null): boolean {
  return role === 'none' || role === 'presentation';
}

/** WAI-ARIA 1.2 roles that an author must name. https://www.w3.org/TR/wai-aria-1.2/#namefromauthor */
const NAMED_ROLES: ReadonlySet<string> = new Set(
  (
    'button checkbox combobox dialog alertdialog heading img image link menuitem menuitemcheckbox menuitemradio meter option ' +
    'progressbar radio radiogroup region searchbox slider spinbutton switch tab tabpanel textbox tree treegrid treeitem grid table'
  ).split(' '),
);

const ROLES: ReadonlySet<string> = new Set([
  ...NAMED_ROLES,
  ...(
    'alert application article banner blockquote caption cell code columnheader complementary contentinfo definition ' +
    'deletion directory document emphasis feed figure form generic gridcell group insertion list listbox listitem log main ' +
    'marquee math menu menubar navigation note paragraph row rowgroup rowheader scrollbar search separator status strong ' +
    'subscript superscript tablist term time timer toolbar tooltip'
  ).split(' '),
]);
