import { type Check, fail, notApplicable, pass } from '../../check.js';
import { attribute, elementsNamed } from '../../dom/dom.js';
import { viewportPairs } from './viewport-content.js';

const MIN_SCALE = 2;

export const viewportZoom: Check = {
  id: 'viewport_zoom',
  category: 'best_practice',
  importance: 'medium',
  what: 'Readers may zoom the page to at least twice its size.',
  why: 'People with low vision depend on zooming.',
  fix: 'Remove user-scalable=no and maximum-scale from <meta name="viewport">.',
  source: 'https://dequeuniversity.com/rules/axe/4.10/meta-viewport',
  method: 'exact',
  examples: {
    passes: { html: '<meta name="viewport" content="width=device-width, maximum-scale=5">' },
    fails: { html: '<meta name="viewport" content="width=device-width, user-scalable=no">' },
  },
  run({ dom }) {
    const viewports = elementsNamed(dom, 'meta').filter((meta) => attribute(meta, 'name') === 'viewport');
    if (viewports.length === 0) return notApplicable('absent');
    const faulty = viewports.filter((meta) =>
      viewportPairs(attribute(meta, 'content') ?? '').some(restrictsZoom),
    );
    if (faulty.length === 0) return pass();
    return fail('zoom_restricted', { evidence: faulty });
  },
};

/** @see https://www.w3.org/WAI/standards-guidelines/act/rules/b4f0c3/ */
function restrictsZoom([name, value]: [string, string]): boolean {
  const number = Number.parseFloat(value);
  if (name === 'user-scalable') {
    return Number.isNaN(number)
      ? !['yes', 'device-width', 'device-height'].includes(value)
      : Math.abs(number) < 1;
  }
  if (name !== 'maximum-scale') return false;
  if (value === 'yes') return true;
  return number >= 0 && number < MIN_SCALE;
}
