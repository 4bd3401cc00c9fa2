import { attribute, type Dom, type Element, isElement, type Node, pushAll } from './dom.js';
import { parentOf } from './inherited.js';
import { isTextless, shownChildren } from './inner-text.js';
import { isHidden } from './visibility.js';
import { wordsIn } from './words.js';

/** Content of a part of a document. */
interface Content {
  readonly words: number;
  readonly text: string;
  readonly hasMedia: boolean;
  /** Form controls and frames. */
  readonly hasControls: boolean;
  readonly hasHeadings: boolean;
  readonly hasLinks: boolean;
}

/** Content of a document before its scripts run. */
export interface StaticContent extends Content {
  /** Elements that scripts fill, judged by their names, and that contain at most a placeholder. */
  readonly mountPoints: readonly Element[];
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
const MAX_NODES = 50_000;
const MAX_NAME_CHARACTERS = 200;

/** Content of a document without scripts, placeholders and mount points. */
export function staticContent({ body }: Dom): StaticContent {
  const reader = new ContentReader();
  const mountPoints: Element[] = [];
  const shown = reader.read(body, (element) => {
    if (isHidden(element) || reader.isPlaceholder(element)) return true;
    const isMount = reader.isMountPoint(element);
    if (isMount) mountPoints.push(element);
    return isMount;
  });
  const all = reader.read(body, () => false);
  return { ...(all.words - shown.words >= MAX_HIDDEN_WORDS ? all : shown), mountPoints };
}

/** Reads parts of one document, with a limit on the nodes in total. */
class ContentReader {
  private left = MAX_NODES;

  /** @param isSkipped whether to skip an element */
  read(root: Element | null, isSkipped: (element: Element) => boolean, maxNodes = MAX_NODES): Content {
    const names = new Set<string>();
    const stack: Node[] = root ? [...shownChildren(root)].reverse() : [];
    let text = '';
    let nodes = 0;
    for (let node = stack.pop(); node && nodes < maxNodes && this.left > 0; node = stack.pop()) {
      nodes += 1;
      this.left -= 1;
      if ('value' in node) text += node.value;
      if (!isElement(node) || isSkipped(node)) continue;
      if (isFunctional(node)) names.add(node.tagName);
      text += ' ';
      if (!isTextless(node)) pushAll(shownChildren(node), stack);
    }
    const isLarge = stack.length > 0;
    return { ...contentOf(text.replaceAll(MUSTACHE, ' ').trim(), [...names]), ...(isLarge && LARGE) };
  }

  isMountPoint(element: Element): boolean {
    const isComponent = element.tagName.includes('-') && parentOf(element)?.tagName === 'body';
    if (!isComponent && !isNamedMountPoint(element)) return false;
    const isSkipped = (below: Element) => isHidden(below) || this.isPlaceholder(below);
    const content = this.read(element, isSkipped, MAX_PLACEHOLDER_NODES);
    if (content.hasControls || content.hasLinks) return false;
    if (content.words === 0 || isLoadingText(content)) return true;
    return isComponent && !content.hasMedia && content.words < MAX_COMPONENT_WORDS;
  }

  isPlaceholder(element: Element): boolean {
    const names = `${attribute(element, 'id') ?? ''} ${attribute(element, 'class') ?? ''}`;
    if (!PLACEHOLDER.test(names.slice(0, MAX_NAME_CHARACTERS))) return false;
    const content = this.read(element, isHidden, MAX_PLACEHOLDER_NODES);
    return content.words <= MAX_PLACEHOLDER_WORDS && !content.hasLinks && !content.hasControls;
  }
}

const LARGE = { words: Infinity };

function contentOf(text: string, names: readonly string[]): Content {
  return {
    text,
    words: wordsIn(text).length,
    hasMedia: names.some((name) => MEDIA.has(name)),
    hasControls: names.some((name) => CONTROLS.has(name)),
    hasHeadings: names.some((name) => HEADING.test(name)),
    hasLinks: names.includes('a'),
  };
}

/** Whether a link has an href, and a frame a source. */
function isFunctional(element: Element): boolean {
  if (element.tagName === 'a') return attribute(element, 'href') !== undefined;
  if (element.tagName !== 'iframe') return true;
  const source = attribute(element, 'src') ?? attribute(element, 'srcdoc') ?? '';
  return !/^\s*($|javascript:|about:)/i.test(source);
}

function isNamedMountPoint(element: Element): boolean {
  return (
    element.tagName === 'main' ||
    MOUNT_ID.test(attribute(element, 'id') ?? '') ||
    MOUNT_ATTRIBUTES.some((name) => attribute(element, name) !== undefined)
  );
}

/** Whether every sentence says that the content is loading. */
export function isLoadingText({ text, words }: Content): boolean {
  if (words === 0 || words > MAX_PLACEHOLDER_WORDS) return false;
  const sentences = text.split(/[.!?…\n]+/).filter((sentence) => /\S/.test(sentence));
  return sentences.every((sentence) => LOADING.test(sentence));
}
