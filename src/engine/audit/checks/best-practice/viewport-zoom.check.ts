import { documentCheck, fail, notApplicable, pass } from '../../check.js';
import { judgeViewport } from '../../axe/document-rules.js';
import { attribute } from '../../dom/dom.js';
import { quoted } from '../../quoted.js';

export const viewportZoom = documentCheck({
  id: 'viewport_zoom',
  name: 'Zooming',
  category: 'best_practice',
  importance: 'medium',
  what: 'Users can zoom the page to at least twice its size.',
  why: 'People with low vision rely on zooming.',
  fix: 'Remove user-scalable=no and maximum-scale from <meta name="viewport">.',
  source: 'https://dequeuniversity.com/rules/axe/4.10/meta-viewport',
  method: 'exact',
  value: { restrictive: 'texts' },
  messages: {
    pass: 'The viewport lets users zoom the page to at least twice its size.',
    zoom_restricted: ({ restrictive }) =>
      `The viewport ${quoted(restrictive[0] ?? '')} prevents users from zooming the page to twice its size.`,
    absent: 'The page has no <meta name="viewport">.',
  },
  examples: {
    passes: { html: '<meta name="viewport" content="width=device-width, maximum-scale=5">' },
    fails: { html: '<meta name="viewport" content="width=device-width, user-scalable=no">' },
  },
  run({ dom }) {
    const { judged, violations } = judgeViewport(dom, true);
    if (judged.length === 0) return notApplicable('absent');
    const value = { restrictive: violations.map((meta) => attribute(meta, 'content') ?? '') };
    return violations.length === 0 ? pass(value) : fail('zoom_restricted', { value, evidence: violations });
  },
});
