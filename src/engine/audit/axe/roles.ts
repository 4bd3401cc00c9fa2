import { attribute, type Element } from '../dom/dom.js';
import { inherited, parentOf } from '../dom/inherited.js';
import { isHiddenForEveryone, isInert } from '../dom/visibility.js';
import { holdsSummary } from './summaries.js';

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** @see https://github.com/dequelabs/axe-core/blob/develop/lib/standards/aria-roles.js */
const ROLES = set(
  'alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox comment ' +
    'complementary contentinfo definition deletion dialog directory document emphasis feed figure form graphics-document ' +
    'graphics-object graphics-symbol grid gridcell group heading image img insertion link list listbox listitem log main mark ' +
    'marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph ' +
    'presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox sectionfooter ' +
    'sectionheader separator slider spinbutton status strong subscript suggestion superscript switch tab table tablist ' +
    'tabpanel term text textbox time timer toolbar tooltip tree treegrid treeitem',
);
const NAMED_FROM_CONTENTS = set(
  'button cell checkbox columnheader directory figure gridcell heading link listitem menuitem menuitemcheckbox menuitemradio ' +
    'option radio row rowgroup rowheader switch tab table term text tooltip treeitem graphics-object none presentation',
);
const NAME_REQUIRED = set(
  'alertdialog application button checkbox combobox dialog image img link listbox menuitem menuitemcheckbox menuitemradio ' +
    'meter option progressbar radio searchbox slider spinbutton switch textbox toolbar treeitem graphics-document graphics-symbol',
);
const GLOBAL_ATTRIBUTES = set(
  'actions atomic braillelabel brailleroledescription busy controls current describedby description details disabled ' +
    'dropeffect errormessage flowto grabbed haspopup hidden invalid keyshortcuts label labelledby live owns relevant roledescription',
);
const DISABLEABLE = set('button command fieldset keygen optgroup option select textarea input');

const IMPLICIT: Readonly<Record<string, string>> = {
  article: 'article',
  body: 'document',
  button: 'button',
  datalist: 'listbox',
  dd: 'definition',
  dfn: 'term',
  dt: 'term',
  details: 'group',
  dialog: 'dialog',
  fieldset: 'group',
  figure: 'figure',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  hr: 'separator',
  li: 'listitem',
  main: 'main',
  math: 'math',
  menu: 'list',
  meter: 'meter',
  nav: 'navigation',
  ol: 'list',
  optgroup: 'group',
  option: 'option',
  output: 'status',
  progress: 'progressbar',
  search: 'search',
  summary: 'button',
  table: 'table',
  tbody: 'rowgroup',
  td: 'cell',
  textarea: 'textbox',
  tfoot: 'rowgroup',
  th: 'columnheader',
  thead: 'rowgroup',
  tr: 'row',
  ul: 'list',
};
const INPUT_ROLES: Readonly<Record<string, string>> = {
  checkbox: 'checkbox',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  search: 'searchbox',
  button: 'button',
  image: 'button',
  reset: 'button',
  submit: 'button',
  text: 'textbox',
  tel: 'textbox',
  url: 'textbox',
  email: 'textbox',
  hidden: '',
  password: '',
  date: '',
  month: '',
  week: '',
  time: '',
  'datetime-local': '',
  file: '',
  color: '',
};
/** Parents whose presentational role their children inherit. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  td: ['tr'],
  th: ['tr'],
  tr: ['thead', 'tbody', 'tfoot', 'table'],
  thead: ['table'],
  tbody: ['table'],
  tfoot: ['table'],
  li: ['ol', 'ul'],
  dt: ['dl', 'div'],
  dd: ['dl', 'div'],
  div: ['dl'],
};

/** The role attribute, if it is exactly one valid role; axe doesn't support fallback roles. */
export function explicitRole(element: Element): string | null {
  const role = (attribute(element, 'role') ?? '').trim().toLowerCase();
  return ROLES.has(role) ? role : null;
}

/** The role that assistive technology sees, by axe's rules.
 *  @see https://github.com/dequelabs/axe-core/blob/develop/lib/commons/aria/get-role.js */
export function roleOf(element: Element): string | null {
  if (element.role === undefined) element.role = computedRole(element);
  return element.role;
}

function computedRole(element: Element): string | null {
  const role = explicitRole(element);
  if (role !== null && (!isPresentational(role) || !mustBePresented(element))) return role;
  const implicit = implicitRole(element);
  return implicit === null ? null : (sharedPresentation(element) ?? implicit);
}

export function isPresentational(role: string | null): boolean {
  return role === 'none' || role === 'presentation';
}

/** Whether content names an element with this role. */
export function isNamedFromContents(role: string | null): boolean {
  return role === null || NAMED_FROM_CONTENTS.has(role);
}

/** Whether rules about missing names apply to an element. */
export function mayNeedName(element: Element): boolean {
  const role = explicitRole(element);
  return role === null || isPresentational(role) || NAME_REQUIRED.has(role) || isFocusable(element);
}

/** @see https://github.com/dequelabs/axe-core/blob/develop/lib/commons/dom/is-focusable.js */
function isFocusable(element: Element): boolean {
  return !isFocusDisabled(element) && (isNativelyFocusable(element) || tabIndexOf(element) !== null);
}

/** The leading number of a tabindex; null if there is none. */
export function tabIndexOf(element: Element): number | null {
  const match = /^\s*([-+]?\d+)/.exec(attribute(element, 'tabindex') ?? '');
  return match ? Number(match[1]) : null;
}

function hasGlobalAttribute(element: Element): boolean {
  return element.attrs.some(({ name }) => name.startsWith('aria-') && GLOBAL_ATTRIBUTES.has(name.slice(5)));
}

/** An element that is focusable or has global ARIA attributes can't be presentational. */
function mustBePresented(element: Element): boolean {
  return hasGlobalAttribute(element) || isFocusable(element);
}

function sharedPresentation(element: Element): string | null {
  for (let child = element; ;) {
    const parent = parentOf(child);
    if (!parent || PARTS[child.tagName]?.includes(parent.tagName) !== true) return null;
    const role = explicitRole(parent);
    if (role !== null) return isPresentational(role) && !mustBePresented(parent) ? role : null;
    child = parent;
  }
}

function implicitRole(element: Element): string | null {
  const { tagName } = element;
  switch (tagName) {
    case 'a':
    case 'area':
      return attribute(element, 'href') === undefined ? null : 'link';
    case 'img':
      return isDecoration(element) ? 'presentation' : 'img';
    case 'input':
      return inputRole(element);
    case 'select':
      return selectRole(element);
    case 'aside':
      return inSection(element) === true && !hasNameAttribute(element) ? null : 'complementary';
    case 'header':
      return inSectionOrMain(element) === true ? null : 'banner';
    case 'footer':
      return inSectionOrMain(element) === true ? null : 'contentinfo';
    case 'form':
      return hasNameAttribute(element) ? 'form' : null;
    case 'section':
      return hasNameAttribute(element) ? 'region' : null;
    default:
      return IMPLICIT[tagName] ?? null;
  }
}

const SECTIONS = set('article aside nav section');
const SECTION_ROLES = set('article complementary navigation region');
const inSection = inherited((element) => isSection(element) || undefined);
const inSectionOrMain = inherited(
  (element) =>
    isSection(element) ||
    attribute(element, 'role') === 'main' ||
    (element.tagName === 'main' && attribute(element, 'role') === undefined) ||
    undefined,
);

function isSection(element: Element): boolean {
  const role = attribute(element, 'role');
  return role === undefined ? SECTIONS.has(element.tagName) : SECTION_ROLES.has(role);
}

function hasNameAttribute(element: Element): boolean {
  return ['aria-label', 'aria-labelledby', 'title'].some(
    (name) => (attribute(element, name) ?? '').trim() !== '',
  );
}

function isDecoration(image: Element): boolean {
  return attribute(image, 'alt') === '' && !hasGlobalAttribute(image) && !isFocusable(image);
}

function inputRole(input: Element): string | null {
  const type = (attribute(input, 'type') ?? '').toLowerCase();
  const role = Object.hasOwn(INPUT_ROLES, type) ? (INPUT_ROLES[type] ?? '') : 'textbox';
  const hasList = attribute(input, 'list') !== undefined;
  if (role === '') return null;
  return hasList && (role === 'textbox' || role === 'searchbox') ? 'combobox' : role;
}

function selectRole(select: Element): string {
  const isList =
    attribute(select, 'multiple') !== undefined || Number.parseInt(attribute(select, 'size') ?? '', 10) > 1;
  return isList ? 'listbox' : 'combobox';
}

const inDisabledFieldset = inherited((element) => {
  if (element.tagName === 'legend') return false;
  return element.tagName === 'fieldset' && attribute(element, 'disabled') !== undefined ? true : undefined;
});

function isFocusDisabled(element: Element): boolean {
  const isDisabled = DISABLEABLE.has(element.tagName) && attribute(element, 'disabled') !== undefined;
  const parent = parentOf(element);
  const isInDisabled = parent !== null && inDisabledFieldset(parent) === true;
  return isDisabled || isInDisabled || isInert(element) || isHiddenForEveryone(element);
}

function isNativelyFocusable(element: Element): boolean {
  switch (element.tagName) {
    case 'a':
    case 'area':
      return attribute(element, 'href') !== undefined;
    case 'input':
      return attribute(element, 'type')?.toLowerCase() !== 'hidden';
    case 'textarea':
    case 'select':
    case 'summary':
    case 'button':
      return true;
    case 'details':
      return !holdsSummary(element);
    default:
      return false;
  }
}
