import { attribute, type Dom, type Element, isElement, type Node } from '../dom/dom.js';
import { parentOf } from '../dom/inherited.js';
import { isHiddenFromAccessibility } from '../dom/visibility.js';
import { explicitRole, isPresentational, roleOf } from './roles.js';
import { named, type RuleResult } from './rules.js';

interface Content {
  readonly names: ReadonlySet<string>;
  readonly roles: ReadonlySet<string>;
}

const OF_LISTS: Content = { names: new Set(['li']), roles: new Set(['listitem']) };
const OF_DEFINITIONS: Content = {
  names: new Set(['dt', 'dd']),
  roles: new Set(['definition', 'term', 'listitem']),
};

/** Lists hold nothing but items.
 *  @see https://dequeuniversity.com/rules/axe/4.10/list */
export function judgeLists(dom: Dom): RuleResult {
  return judged(dom, ['ul', 'ol'], (list) => list.childNodes.some((node) => isForeign(node, OF_LISTS)));
}

/** Items stand in lists.
 *  @see https://dequeuniversity.com/rules/axe/4.10/listitem */
export function judgeListItems(dom: Dom): RuleResult {
  return judged(dom, ['li'], (item) => {
    const parent = parentOf(item);
    const role = parent && roleOf(parent);
    return role !== 'list' && !isPresentational(role);
  });
}

/** Definition lists hold terms and their definitions, grouped by `div` or not.
 *  @see https://dequeuniversity.com/rules/axe/4.10/definition-list */
export function judgeDefinitionLists(dom: Dom): RuleResult {
  return judged(dom, ['dl'], (list) => {
    const content = list.childNodes.flatMap((node) =>
      isElement(node) && node.tagName === 'div' && explicitRole(node) === null ? node.childNodes : [node],
    );
    return isIncomplete(list) || content.some((node) => isForeign(node, OF_DEFINITIONS));
  });
}

/** Terms and definitions stand in definition lists.
 *  @see https://dequeuniversity.com/rules/axe/4.10/dlitem */
export function judgeDefinitionItems(dom: Dom): RuleResult {
  return judged(dom, ['dd', 'dt'], (item) => {
    const parent = parentOf(item);
    const isGroup = parent?.tagName === 'div' && isNeutral(explicitRole(parent));
    const list = isGroup ? parentOf(parent) : parent;
    if (list?.tagName !== 'dl') return true;
    const role = explicitRole(list);
    return !isNeutral(role) && role !== 'list';
  });
}

function judged(dom: Dom, names: readonly string[], isFaulty: (element: Element) => boolean): RuleResult {
  const elements = names
    .flatMap((name) => named(dom, name))
    .filter((element) => (attribute(element, 'role') ?? '') === '' && !isHiddenFromAccessibility(element));
  return { judged: elements, violations: elements.filter(isFaulty) };
}

function isNeutral(role: string | null): boolean {
  return role === null || isPresentational(role);
}

function isForeign(node: Node, { names, roles }: Content): boolean {
  if (!isElement(node)) return 'value' in node && node.value.trim() !== '';
  if (isHiddenFromAccessibility(node)) return false;
  const explicit = explicitRole(node);
  if (explicit !== null) return !roles.has(explicit);
  return !names.has(node.tagName) && !roles.has(roleOf(node) ?? '');
}

/** Items of its own, but no definition after a term. */
function isIncomplete(list: Element): boolean {
  let hasTerm = false;
  let hasItem = false;
  for (const node of list.childNodes) {
    if (!isElement(node)) continue;
    if (node.tagName === 'dt') hasTerm = hasItem = true;
    if (node.tagName === 'dd') {
      hasItem = true;
      if (hasTerm) return false;
    }
  }
  return hasItem;
}
