import { type DocumentCheck, fail, pass } from '../../check.js';
import { viewportPairs } from '../../axe/document-rules.js';
import { attribute } from '../../dom/dom.js';
import { headMetasNamed } from '../../dom/head.js';

export const metaViewport: DocumentCheck = {
  id: 'meta_viewport',
  name: 'Viewport',
  category: 'best_practice',
  importance: 'high',
  what: 'The head has one viewport that fits the page to the width of the device.',
  why: 'Without it, phones display the page at desktop width, with text too small to read.',
  fix: 'Put one <meta name="viewport" content="width=device-width, initial-scale=1"> into the head.',
  source: 'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Elements/meta/name/viewport',
  method: 'exact',
  examples: {
    passes: { html: '<head><meta name="viewport" content="width=device-width, initial-scale=1"></head>' },
    fails: { html: '<head></head>' },
  },
  run(page) {
    const metas = headMetasNamed(page, 'viewport');
    const contents = metas.map((meta) => attribute(meta, 'content') ?? '');
    const [content] = contents;
    if (content === undefined) return fail('missing');
    if (contents.length > 1) return fail('multiple', { value: contents, evidence: metas });
    const isFitting = viewportPairs(content).some(
      ([name, value]) =>
        (name === 'width' && value === 'device-width') ||
        (name === 'initial-scale' && Number.parseFloat(value) >= 1),
    );
    return isFitting ? pass(content) : fail('not_fitted', { value: content, evidence: metas });
  },
};
