import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, pass } from '../../check.js';
import { attribute, type Element, elementsNamed, textContent } from '../../dom/dom.js';
import { effectiveRefresh } from '../../dom/refresh.js';
import { isLoadingText, type StaticContent, staticContent } from '../../dom/shell.js';
import { type Page } from '../../page.js';

/** A document with this many words has its own content, whatever its scripts add. */
const CONTENT_WORDS = 50;
const FEW_WORDS = 10;
const RUNS = /^(module|(application|text)\/(x-)?(java|ecma)script|text\/(babel|jsx))?$/i;
const DEMANDS_SCRIPTS = /java\s?script/i;
const LEADS_ON = /\blocation\s*(=[^=]|\.\s*(href\s*=[^=]|replace\b|assign\b))/;

export const scriptRendered = documentCheck({
  id: 'script_rendered',
  name: 'Content without scripts',
  category: 'seo',
  importance: 'medium',
  what: 'The document contains its content, or at least something to show. It is not an empty shell that scripts fill.',
  why: 'Many crawlers, link previews and AI assistants run no scripts and see an empty page. Search engines that run scripts do so later, and not always. Visitors wait until the scripts have loaded.',
  fix: 'Render the page on the server, or prerender it at build time; all common frameworks support both. Until then, the content checks say little about this page.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics',
  method: 'approximate',
  judgesSource: true,
  value: { words: 'integer', mount_points: 'integer' },
  messages: {
    pass: ({ words }) =>
      words === 0
        ? 'The document is not an empty shell that scripts fill.'
        : `The document has ${words >= CONTENT_WORDS ? 'at least ' : ''}${counted(words, 'word')} before any script runs.`,
    shell: ({ words, mount_points }) => {
      const text = words === 0 ? 'no words of content' : `${counted(words, 'word')} of content`;
      const mounts = mount_points === 0 ? '' : ` and ${counted(mount_points, 'element')} for them to fill`;
      return `The document is an empty shell: before its scripts run, it has ${text}${mounts}.`;
    },
  },
  examples: {
    passes: { html: '<div id="root"><h1>Shoes in blue</h1></div><script src="/app.js"></script>' },
    fails: { html: '<div id="root"></div><script type="module" src="/app.js"></script>' },
  },
  run(page) {
    const scripts = elementsNamed(page.dom, 'script').filter(runs);
    const content = staticContent(page.dom);
    const { words, core, mountPoints, gaps } = content;
    const isShell = scripts.length > 0 && page.dom.body !== null && lacksContent(page, content);
    if (!isShell || leadsOn(page, scripts)) return pass(valueOf(words, mountPoints));
    const places = mountPoints.length > 0 ? mountPoints : gaps;
    return fail('shell', {
      value: valueOf(core.words, places),
      evidence: places.length > 0 ? places : scripts,
    });
  },
});

function valueOf(words: number, places: readonly Element[]) {
  return { words: Math.min(words, CONTENT_WORDS), mount_points: places.length };
}

function lacksContent(page: Page, content: StaticContent): boolean {
  if (isFilledByScripts(page, content)) return true;
  if (content.words >= CONTENT_WORDS) return false;
  const { hasMedia, hasControls, hasHeadings, hasLinks, mountPoints } = content;
  if (mountPoints.length > 0 && !hasControls) return true;
  if (hasMedia || hasControls) return false;
  if (content.words === 0) return true;
  return !hasHeadings && !hasLinks && (isLoadingText(content) || demandsScripts(page, content));
}

/** Whether there is something to fill where the content should be, whatever headers, footers and menus surround it. */
function isFilledByScripts(page: Page, { core, mountPoints, gaps, bindings }: StaticContent): boolean {
  if (core.words >= FEW_WORDS && !isLoadingText(core)) return false;
  if (core.hasControls || core.hasLinks) return false;
  if (core.hasMedia) return !core.hasHeadings && isInstallable(page);
  if (bindings.length > 0) return true;
  if (mountPoints.length === 0 && gaps.length === 0) return false;
  return core.words === 0 || isLoadingText(core) || hasModules(page);
}

/** Whether the page is an app with a manifest, which shows a splash image while it starts. */
function isInstallable({ dom }: Page): boolean {
  return elementsNamed(dom, 'link').some((link) =>
    /(^|\s)manifest(\s|$)/i.test(attribute(link, 'rel') ?? ''),
  );
}

/** Applications are bundled as modules; scripts that only decorate pages hardly ever are. */
function hasModules({ dom }: Page): boolean {
  return elementsNamed(dom, 'script').some((script) =>
    /^\s*module\s*$/i.test(attribute(script, 'type') ?? ''),
  );
}

/** Whether a document has little more than a request to enable scripts. */
function demandsScripts(page: Page, { words }: StaticContent): boolean {
  const notes = elementsNamed(page.dom, 'noscript').map(textContent);
  return words < FEW_WORDS && notes.some((note) => DEMANDS_SCRIPTS.test(note));
}

function runs(script: Element): boolean {
  const hasCode = attribute(script, 'src') !== undefined || script.childNodes.length > 0;
  return hasCode && RUNS.test((attribute(script, 'type') ?? '').trim());
}

/** Whether a document redirects visitors, so that it needs no content. */
function leadsOn(page: Page, scripts: readonly Element[]): boolean {
  if (effectiveRefresh(page) !== null) return true;
  const isInline = scripts.every((script) => attribute(script, 'src') === undefined);
  return isInline && scripts.some((script) => LEADS_ON.test(textContent(script)));
}
