import { attribute, type Dom, type Element, isElement, type Node, pushAll } from '../dom/dom.js';
import { inherited, parentOf } from '../dom/inherited.js';
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

/** Lists only contain items.
 *  @see https://dequeuniversity.com/rules/axe/4.10/list */
export function judgeLists(dom: Dom): RuleResult {
  return judged(dom, ['ul', 'ol'], (list) => contentOf(list).some((node) => isForeign(node, OF_LISTS)));
}

/** Items are in lists.
 *  @see https://dequeuniversity.com/rules/axe/4.10/listitem */
export function judgeListItems(dom: Dom): RuleResult {
  return judged(dom, ['li'], (item) => {
    const parent = holderOf(item);
    const role = parent && roleOf(parent);
    return role !== 'list' && !isPresentational(role);
  });
}

/** Definition lists contain terms and their definitions, optionally grouped by `div`.
 *  @see https://dequeuniversity.com/rules/axe/4.10/definition-list */
export function judgeDefinitionLists(dom: Dom): RuleResult {
  return judged(dom, ['dl'], (list) => {
    const content = contentOf(list).flatMap((node) =>
      isElement(node) && node.tagName === 'div' && explicitRole(node) === null ? contentOf(node) : [node],
    );
    return isIncomplete(list) || content.some((node) => isForeign(node, OF_DEFINITIONS));
  });
}

/** Terms and definitions are in definition lists.
 *  @see https://dequeuniversity.com/rules/axe/4.10/dlitem */
export function judgeDefinitionItems(dom: Dom): RuleResult {
  return judged(dom, ['dd', 'dt'], (item) => {
    const parent = holderOf(item);
    const isGroup = parent?.tagName === 'div' && isNeutral(explicitRole(parent));
    const list = isGroup ? holderOf(parent) : parent;
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

/** Children, with the content of slots instead of the slots. */
function contentOf(element: Element): readonly Node[] {
  if (!element.childNodes.some(isSlot)) return element.childNodes;
  const content: Node[] = [];
  const stack: Node[] = [];
  pushAll(element.childNodes, stack);
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (isSlot(node)) pushAll(node.childNodes, stack);
    else content.push(node);
  }
  return content;
}

/** The nearest ancestor that is not a slot. */
function holderOf(element: Element): Element | null {
  const parent = parentOf(element);
  return parent && isSlot(parent) ? (aroundSlots(parent) ?? null) : parent;
}

const aroundSlots = inherited<Element>((element) => (isSlot(element) ? undefined : element));

function isSlot(node: Node): node is Element {
  return isElement(node) && node.tagName === 'slot';
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

/** Whether the list has items, but no definition after a term. */
function isIncomplete(list: Element): boolean {
  let hasTerm = false;
  let hasItem = false;
  for (const node of contentOf(list)) {
    if (!isElement(node)) continue;
    if (node.tagName === 'dt') hasTerm = hasItem = true;
    if (node.tagName === 'dd') {
      hasItem = true;
      if (hasTerm) return false;
    }
  }
  return hasItem;
}
