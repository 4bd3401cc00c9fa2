import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, pass } from '../../check.js';
import { attribute, type Element } from '../../dom/dom.js';
import { shadowTreeOf } from '../../dom/shadow-roots.js';
import { listed, quoted } from '../../quoted.js';

export const duplicateIds = documentCheck({
  id: 'duplicate_ids',
  name: 'Duplicate ids',
  category: 'best_practice',
  importance: 'low',
  what: 'No two elements of the document have the same id, nor two elements of one shadow tree.',
  why: 'In-page links, labels and scripts only find the first element with an id.',
  fix: 'Give each element a unique id, or use a class.',
  source: 'https://html.spec.whatwg.org/multipage/dom.html#the-id-attribute',
  method: 'exact',
  value: { duplicates: 'integer', ids: 'texts' },
  messages: {
    pass: 'No two elements have the same id.',
    repeated: ({ duplicates, ids }) =>
      `${counted(duplicates, 'id')} ${duplicates === 1 ? 'is' : 'are'} used more than once (${exampleList(ids, duplicates)}).`,
  },
  examples: {
    passes: { html: '<p id="a"></p><p id="b"></p>' },
    fails: { html: '<p id="a"></p><p id="a"></p>' },
  },
  run({ dom }) {
    const seen = new Map<object | null, Set<string>>();
    const repeated: Element[] = [];
    for (const element of dom.elements) {
      const id = attribute(element, 'id') ?? '';
      if (id === '') continue;
      const tree = shadowTreeOf(element);
      const ids = seen.get(tree) ?? new Set();
      if (ids.has(id)) repeated.push(element);
      seen.set(tree, ids.add(id));
    }
    const ids = [...new Set(repeated.map((element) => attribute(element, 'id') ?? ''))];
    const value = { duplicates: ids.length, ids };
    return repeated.length === 0 ? pass(value) : fail('repeated', { value, evidence: repeated });
  },
});

/** @param count of all ids; the list may be shortened */
function exampleList(ids: readonly string[], count: number): string {
  const shown = ids.slice(0, 3).map(quoted);
  const more = count - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more.toLocaleString('en')} more` : listed(shown);
}
