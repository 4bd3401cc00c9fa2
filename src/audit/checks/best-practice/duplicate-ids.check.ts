import { type DocumentCheck, fail, pass } from '../../check.js';
import { attribute, type Element } from '../../dom/dom.js';

export const duplicateIds: DocumentCheck = {
  id: 'duplicate_ids',
  name: 'Duplicate ids',
  category: 'best_practice',
  importance: 'low',
  what: 'No two elements have the same id.',
  why: 'In-page links, labels and scripts only find the first element with an id.',
  fix: 'Give each element a unique id, or use a class.',
  source: 'https://html.spec.whatwg.org/multipage/dom.html#the-id-attribute',
  method: 'exact',
  examples: {
    passes: { html: '<p id="a"></p><p id="b"></p>' },
    fails: { html: '<p id="a"></p><p id="a"></p>' },
  },
  run({ dom }) {
    const seen = new Set<string>();
    const repeated: Element[] = [];
    for (const element of dom.elements) {
      const id = attribute(element, 'id') ?? '';
      if (id !== '' && seen.has(id)) repeated.push(element);
      seen.add(id);
    }
    const ids = [...new Set(repeated.map((element) => attribute(element, 'id') ?? ''))];
    return repeated.length === 0 ? pass() : fail('repeated', { value: ids, evidence: repeated });
  },
};
