import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, pass } from '../../check.js';
import { attribute } from '../../dom/dom.js';
import { headMetasNamed } from '../../dom/head.js';
import { viewportValues } from '../../parity/viewport.js';
import { quoted } from '../../quoted.js';

export const metaViewport = documentCheck({
  id: 'meta_viewport',
  name: 'Viewport',
  category: 'best_practice',
  importance: 'high',
  what: 'The head has one viewport that fits the page to the width of the device.',
  why: 'Without it, phones display the page at desktop width, with text too small to read.',
  fix: 'Put one <meta name="viewport" content="width=device-width, initial-scale=1"> into the head.',
  source: 'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Elements/meta/name/viewport',
  method: 'exact',
  value: { viewports: 'texts' },
  messages: {
    pass: ({ viewports }) =>
      `The viewport ${quoted(viewports[0] ?? '')} fits the page to the width of the device.`,
    missing: 'The head has no <meta name="viewport">.',
    multiple: (_value, { places }) =>
      `The head has ${counted(places, 'viewport meta element')}; it should have only one.`,
    not_fitted: ({ viewports }) =>
      `The viewport ${quoted(viewports[0] ?? '')} does not fit the page to the width of the device.`,
  },
  examples: {
    passes: { html: '<head><meta name="viewport" content="width=device-width, initial-scale=1"></head>' },
    fails: { html: '<head></head>' },
  },
  run(page) {
    const metas = headMetasNamed(page, 'viewport');
    const viewports = metas.map((meta) => attribute(meta, 'content') ?? '');
    const value = { viewports };
    const [content] = viewports;
    if (content === undefined) return fail('missing', { value });
    if (new Set(viewports.map((one) => one.replaceAll(/\s/g, ''))).size > 1)
      return fail('multiple', { value, evidence: metas });
    const values = viewportValues(content.toLowerCase());
    const scale = values.get('initial-scale');
    const isFitting = values.get('width') === 'device-width' || (typeof scale === 'number' && scale >= 1);
    return isFitting ? pass(value) : fail('not_fitted', { value, evidence: metas });
  },
});
