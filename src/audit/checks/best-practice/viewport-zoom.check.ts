import { type DocumentCheck, fail, notApplicable, pass } from '../../check.js';
import { judgeViewport } from '../../axe/document-rules.js';

export const viewportZoom: DocumentCheck = {
  id: 'viewport_zoom',
  name: 'Zooming',
  category: 'best_practice',
  importance: 'medium',
  what: 'Users can zoom the page to at least twice its size.',
  why: 'People with low vision rely on zooming.',
  fix: 'Remove user-scalable=no and maximum-scale from <meta name="viewport">.',
  source: 'https://dequeuniversity.com/rules/axe/4.10/meta-viewport',
  method: 'exact',
  examples: {
    passes: { html: '<meta name="viewport" content="width=device-width, maximum-scale=5">' },
    fails: { html: '<meta name="viewport" content="width=device-width, user-scalable=no">' },
  },
  run({ dom }) {
    const { judged, violations } = judgeViewport(dom);
    if (judged.length === 0) return notApplicable('absent');
    return violations.length === 0 ? pass() : fail('zoom_restricted', { evidence: violations });
  },
};
