import { isBoilerplate, isHeader, nameOf } from './boilerplate.js';
import { attribute, type Dom, type Element, isElement, type Node, pushAll } from './dom.js';
import { parentOf } from './inherited.js';
import { isTextless, shownChildren } from './inner-text.js';
import { isHidden } from './visibility.js';
import { wordCount } from './words.js';

/** Content of a part of a document. */
interface Content {
  readonly words: number;
  readonly text: string;
  readonly hasMedia: boolean;
  /** Form controls and frames. */
  readonly hasControls: boolean;
  readonly hasHeadings: boolean;
  readonly hasLinks: boolean;
  /** Number of nodes that were read. */
  readonly nodes: number;
}

/** Content of a document before its scripts run. */
export interface StaticContent extends Content {
  /** Elements that scripts fill, judged by their names, and that contain at most a placeholder. */
  readonly mountPoints: readonly Element[];
  /** The same without headers, footers, menus and dialogs. */
  readonly core: Content;
  /** Empty elements of the core that scripts could fill. */
  readonly gaps: readonly Element[];
  /** Elements of the core whose attributes tell scripts what to fill in. */
  readonly bindings: readonly Element[];
}

/** Ids that frameworks and their templates use for the element that scripts fill. */
const MOUNT_ID = new RegExp(
  '^(app|root|main|content|container|page|application|svelte|elm|__next|__nuxt|___gatsby|q-app|flutter_target|swagger-ui|redoc|' +
    '(.+[-_])?(app|root|mount|outlet)|(app|root|react|vue|preact|ember|angular|mount)[-_](root|app|mount|container|wrapper|content|main))$',
  'i',
);
const MOUNT_ATTRIBUTES = ['ng-view', 'data-ng-view', 'ui-view', 'data-ui-view', 'data-reactroot'];
/** Parts of ids and classes of placeholders. */
const PLACEHOLDER = /(^|[-_\s])(pre-?)?(load(er|ing)?|spinner|splash|skeleton|placeholder)([-_\s]|$)/i;
const LOADING =
  /loading|wait|one moment|initializing|starting|wird geladen|lädt|bitte warten|chargement|veuillez patienter|cargando|caricamento|carregando|laden|загрузка|読み込み中|加载中|正在加载|載入中|로딩/iu;
/** Template expressions that scripts replace. */
const MUSTACHE = /\{\{[^{}]{0,500}\}\}/g;

/** Attributes of Alpine, Vue and AngularJS that repeat an element, and those that make its text, as translations do. */
const REPEAT = /^(x-for|v-for|(data-)?ng-repeat)$/;
const TEXT = /^(x-(text|html)|v-(text|html)|(data-)?ng-bind(-html)?|data-(i18n|l10n-id|translate))$/;
const KNOCKOUT = /\b(text|html|foreach)\s*:/;
/** Attributes that give a control its value. */
const MODELS = ['ng-model', 'v-model', 'x-model', 'data-bind'];
/** Elements that may be left empty for scripts. */
const GAPS = new Set('div section article main ul ol dl table tbody'.split(' '));
/** Names of elements that stay empty until visitors do something, or for good. */
const IDLE =
  /(^|[-_\s])(search[-_]?results?|modals?|popups?|overlays?|backdrop|tooltips?|toasts?|lightbox|dialogs?|clear(fix)?|spacer|ads?|adverts?)([-_\s]|$)/i;
const HEADING = /^h[1-6]$/;
const MEDIA = new Set(['img', 'picture', 'video', 'audio']);
const CONTROLS = new Set('iframe frame object embed input select textarea button'.split(' '));
/** Maximum number of words in a placeholder. */
const MAX_PLACEHOLDER_WORDS = 20;
/** Maximum number of words in an empty custom element: `<my-app><h1>My app</h1></my-app>`. */
const MAX_COMPONENT_WORDS = 10;
/** With this many words in hidden parts, the content is there and scripts only show it. */
const MAX_HIDDEN_WORDS = 100;
/** Maximum number of nodes to read, in a placeholder and in total. With more nodes, there is content. */
const MAX_PLACEHOLDER_NODES = 200;
const MAX_GAP_NODES = 50;
const MAX_NODES = 50_000;
/** Maximum number of words in the header of a site, links aside. */
const MAX_HEADER_WORDS = 30;
/** With more text of its own, a page has content. */
const MAX_CORE_CHARACTERS = 2000;

/** Content of a document without scripts, placeholders and mount points. */
export function staticContent({ body }: Dom): StaticContent {
  const reader = new ContentReader();
  const mountPoints: Element[] = [];
  const leftOut: Element[] = [];
  const shown = reader.read(body, (element) => {
    const isShown = !isHidden(element) && !reader.isPlaceholder(element);
    if (isShown && !reader.isMountPoint(element)) return false;
    if (isShown) mountPoints.push(element);
    return leftOut.push(element) > 0;
  });
  const all = (leftOut.length === 0 ? reader.again(shown) : null) ?? reader.read(body, () => false);
  const hidesContent = all.words - shown.words >= MAX_HIDDEN_WORDS;
  if (hidesContent) return { ...all, mountPoints, core: all, gaps: [], bindings: [] };
  return { ...shown, mountPoints, ...coreOf(body, reader, mountPoints) };
}

/** Content that is the page's own, unless hidden parts hold it. */
function coreOf(body: Element | null, reader: ContentReader, mountPoints: readonly Element[]) {
  const mounts = new Set(mountPoints);
  const gaps: Element[] = [];
  const bindings: Element[] = [];
  const isSkipped = (element: Element) => {
    if (reader.isBinding(element)) return bindings.push(element) > 0;
    if (isHidden(element) || mounts.has(element) || reader.isPlaceholder(element)) return true;
    if (isBoilerplate(element)) return !isHeader(element) || !reader.isIntroduction(element);
    return reader.isGap(element) && gaps.push(element) > 0;
  };
  const core = reader.read(body, isSkipped, { nodes: MAX_NODES, characters: MAX_CORE_CHARACTERS });
  return { core, gaps, bindings };
}

interface Limits {
  readonly nodes: number;
  readonly characters: number;
}

/** Reads parts of one document, with a limit on the nodes in total. */
class ContentReader {
  private left = MAX_NODES;

  /** @param isSkipped whether to skip an element */
  read(
    root: Element | null,
    isSkipped: (element: Element) => boolean,
    limits: Partial<Limits> = {},
  ): Content {
    const { nodes = MAX_NODES, characters = Infinity } = limits;
    const names = new Set<string>();
    const stack: Node[] = root ? [...shownChildren(root)].reverse() : [];
    let text = '';
    let read = 0;
    let printed = 0;
    for (let node = stack.pop(); node && read < nodes && this.left > 0; node = stack.pop()) {
      read += 1;
      this.left -= 1;
      if ('value' in node) {
        text += node.value;
        if (characters < Infinity) printed += node.value.trim().length;
      }
      if (printed > characters) return { ...contentOf('', [...names]), ...LARGE, nodes: read };
      if (!isElement(node) || isSkipped(node)) continue;
      if (isFunctional(node)) names.add(node.tagName);
      text += ' ';
      if (!isTextless(node)) pushAll(shownChildren(node), stack);
    }
    const isLarge = stack.length > 0;
    const own = text.includes('{{') ? text.replaceAll(MUSTACHE, ' ') : text;
    return { ...contentOf(own.trim(), [...names]), ...(isLarge && LARGE), nodes: read };
  }

  /** Counts the nodes of a part as if it was read again; null if that would not read all of them. */
  again(content: Content): Content | null {
    if (content.nodes > this.left) return null;
    this.left -= content.nodes;
    return content;
  }

  isMountPoint(element: Element): boolean {
    const isComponent = element.tagName.includes('-') && parentOf(element)?.tagName === 'body';
    if (!isComponent && !isNamedMountPoint(element)) return false;
    const isSkipped = (below: Element) => isHidden(below) || this.isPlaceholder(below);
    const content = this.read(element, isSkipped, { nodes: MAX_PLACEHOLDER_NODES });
    if (content.hasControls || content.hasLinks) return false;
    if (content.words === 0 || isLoadingText(content)) return true;
    if (loadsItself(element)) return content.words <= MAX_PLACEHOLDER_WORDS;
    return isComponent && !isServerRendered(element) && content.words < MAX_COMPONENT_WORDS;
  }

  /** Whether an element with a name has nothing in it but placeholders. */
  isGap(element: Element): boolean {
    const { tagName, attrs } = element;
    if (!GAPS.has(tagName) && !tagName.includes('-')) return false;
    const isNamed = attrs.some(({ name }) => name === 'id' || name === 'class' || name.startsWith('data-'));
    if (!isNamed || IDLE.test(nameOf(element))) return false;
    const idle: Element[] = [];
    const isSkipped = (below: Element) => {
      if (IDLE.test(nameOf(below))) idle.push(below);
      return isHidden(below) || this.isPlaceholder(below);
    };
    const content = this.read(element, isSkipped, { nodes: MAX_GAP_NODES, characters: 0 });
    if (idle.length > 0) return false;
    return content.words === 0 && !content.hasMedia && !content.hasControls && !content.hasLinks;
  }

  /** Whether data make the element, or the text that it does not have yet. */
  isBinding(element: Element): boolean {
    if (element.attrs.some(({ name }) => REPEAT.test(name))) return true;
    const isBound = element.attrs.some(
      ({ name, value }) => TEXT.test(name) || (name === 'data-bind' && KNOCKOUT.test(value)),
    );
    return isBound && this.read(element, isHidden, { nodes: MAX_GAP_NODES }).words === 0;
  }

  /** Whether a header has text of its own, as on pages of one screen. */
  isIntroduction(header: Element): boolean {
    const isSkipped = (below: Element) => below.tagName === 'a' || below.tagName === 'nav' || isHidden(below);
    return this.read(header, isSkipped, { nodes: MAX_PLACEHOLDER_NODES }).words > MAX_HEADER_WORDS;
  }

  isPlaceholder(element: Element): boolean {
    if (element.attrs.length === 0 || !PLACEHOLDER.test(nameOf(element))) return false;
    const content = this.read(element, isHidden, { nodes: MAX_PLACEHOLDER_NODES });
    return content.words <= MAX_PLACEHOLDER_WORDS && !content.hasLinks && !content.hasControls;
  }
}

const LARGE = { words: Infinity };

function contentOf(text: string, names: readonly string[]): Omit<Content, 'nodes'> {
  return {
    text,
    words: wordCount(text),
    hasMedia: names.some((name) => MEDIA.has(name)),
    hasControls: names.some((name) => CONTROLS.has(name)),
    hasHeadings: names.some((name) => HEADING.test(name)),
    hasLinks: names.includes('a'),
  };
}

/** Whether a link has an href, a frame a source, and a control is not one of a template. */
function isFunctional(element: Element): boolean {
  if (element.attrs.length === 0) return element.tagName !== 'a' && element.tagName !== 'iframe';
  if (MODELS.some((name) => attribute(element, name) !== undefined)) return false;
  if (element.tagName === 'a') return attribute(element, 'href') !== undefined;
  if (element.tagName !== 'iframe') return true;
  const source = attribute(element, 'src') ?? attribute(element, 'srcdoc') ?? '';
  return !/^\s*($|javascript:|about:)/i.test(source);
}

function isNamedMountPoint(element: Element): boolean {
  if (element.tagName === 'main') return true;
  if (element.attrs.length === 0) return false;
  return (
    MOUNT_ID.test(attribute(element, 'id') ?? '') ||
    MOUNT_ATTRIBUTES.some((name) => attribute(element, name) !== undefined) ||
    loadsItself(element)
  );
}

/** Whether Astro or Angular rendered an element on the server. Astro marks islands without content as `ssr`, too.
 *  @see https://docs.astro.build/en/reference/directives-reference/#clientonly */
function isServerRendered(element: Element): boolean {
  if (element.tagName === 'astro-island')
    return attribute(element, 'ssr') !== undefined && attribute(element, 'client') !== 'only';
  return /^ss[rg]$/.test(attribute(element, 'ng-server-context') ?? '');
}

/** Whether htmx or Turbo loads the content of an element as soon as the page is there. */
function loadsItself(element: Element): boolean {
  if (element.tagName === 'turbo-frame') return attribute(element, 'src') !== undefined;
  const trigger = attribute(element, 'hx-trigger') ?? attribute(element, 'data-hx-trigger') ?? '';
  return /(^|[\s,])(load|revealed|intersect)\b/.test(trigger);
}

/** Whether every sentence says that the content is loading. */
export function isLoadingText({ text, words }: Content): boolean {
  if (words === 0 || words > MAX_PLACEHOLDER_WORDS) return false;
  const sentences = text.split(/[.!?…\n]+/).filter((sentence) => /\S/.test(sentence));
  return sentences.every((sentence) => LOADING.test(sentence));
}
