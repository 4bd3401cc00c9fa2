import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, pass } from '../../check.js';
import { attribute, type Element, elementsNamed, isInHead } from '../../dom/dom.js';
import { resourcesOf } from '../../dom/resources.js';
import { scriptKind } from '../../dom/script-kind.js';

export const deferJavascript = documentCheck({
  id: 'defer_javascript',
  name: 'Blocking scripts',
  category: 'performance',
  importance: 'medium',
  what: 'No script in the head blocks the parsing of the document.',
  why: 'Until a blocking script has loaded and run, the page stays blank.',
  fix: 'Add defer to the scripts shown, or async if their order does not matter, or make them modules.',
  source: 'https://developer.chrome.com/docs/performance/insights/render-blocking',
  method: 'exact',
  judgesSource: true,
  value: { blocking_scripts: 'integer' },
  messages: {
    pass: 'No script in the head blocks the parsing of the document.',
    blocking: ({ blocking_scripts }) =>
      `${counted(blocking_scripts, 'script')} in the head ${blocking_scripts === 1 ? 'blocks' : 'block'} the parsing of the document.`,
  },
  examples: {
    passes: { html: '<head><script src="/a.js" defer></script></head>' },
    fails: { html: '<head><script src="/a.js"></script></head>' },
  },
  run(page) {
    const { dom } = page;
    const loaded = new Set(resourcesOf(page).map(({ element }) => element));
    const scripts = elementsNamed(dom, 'script').filter((script) => isInHead(dom, script));
    const blocking = scripts.filter((script) => loaded.has(script) && blocksParser(script));
    const value = { blocking_scripts: blocking.length };
    return blocking.length === 0 ? pass(value) : fail('blocking', { value, evidence: blocking });
  },
});

function blocksParser(script: Element): boolean {
  const has = (name: string) => attribute(script, name) !== undefined;
  return scriptKind(script) === 'classic' && !has('async') && !has('defer');
}
