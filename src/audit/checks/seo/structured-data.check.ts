import { type DocumentCheck, fail, pass, type Place, warn } from '../../check.js';
import { attribute, type Element, elementsNamed, textContent } from '../../dom/dom.js';
import { type Page } from '../../page.js';

/** Properties that search engines require for each type.
 *  @see https://developers.google.com/search/docs/appearance/structured-data/search-gallery */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  Product: ['name'],
  Recipe: ['name', 'image'],
  Event: ['name', 'startDate', 'location'],
  JobPosting: ['title', 'description', 'datePosted', 'hiringOrganization'],
  BreadcrumbList: ['itemListElement'],
  FAQPage: ['mainEntity'],
  VideoObject: ['name', 'thumbnailUrl', 'uploadDate'],
  LocalBusiness: ['name', 'address'],
};

export const structuredData: DocumentCheck = {
  id: 'structured_data',
  name: 'Structured data',
  category: 'seo',
  importance: 'medium',
  what: 'The page has structured data, and its JSON-LD is well-formed and typed.',
  why: 'Search engines show ratings, prices, dates and more in their results only if the page has structured data.',
  fix: 'Add a JSON-LD script with the schema.org type that fits the page, and correct invalid ones.',
  source: 'https://developers.google.com/search/docs/appearance/structured-data/intro-structured-data',
  method: 'exact',
  examples: {
    passes: {
      html: '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Blue shoe"}</script>',
    },
    fails: { html: '<script type="application/ld+json">{"@type": "Product",}</script>' },
  },
  run(page) {
    const blocks = jsonLdBlocks(page);
    const others = page.dom.elements.filter(isMarkedUp);
    if (blocks.length + others.length === 0) return fail('absent');
    const nodes = blocks.map((element) => ({ element, ...readBlock(textContent(element)) }));
    const value = { json_ld: blocks.length, microdata_and_rdfa: others.length, types: typesIn(nodes) };
    const faulty = nodes.filter(({ fault }) => fault !== null);
    const [first] = faulty;
    if (first) return fail(first.fault ?? '', { value, evidence: faulty.map(({ element }) => element) });
    const incomplete: Place[] = nodes.filter(({ lacks }) => lacks.length > 0).map(({ element }) => element);
    if (incomplete.length === 0) return pass(value);
    const lacking = [...new Set(nodes.flatMap(({ lacks }) => lacks))];
    return warn('missing_properties', {
      value: { ...value, missing: lacking.slice(0, 20) },
      evidence: incomplete,
    });
  },
};

function jsonLdBlocks(page: Page): Element[] {
  return elementsNamed(page.dom, 'script').filter((script) =>
    /^\s*application\/ld\+json\s*(;|$)/i.test(attribute(script, 'type') ?? ''),
  );
}

function isMarkedUp(element: Element): boolean {
  const isMicrodata =
    attribute(element, 'itemscope') !== undefined && attribute(element, 'itemtype') !== undefined;
  return isMicrodata || (attribute(element, 'typeof') ?? '').trim() !== '';
}

interface Block {
  readonly fault: 'invalid_json' | 'no_type' | null;
  readonly types: readonly string[];
  /** Missing required properties, as `Type.property`. */
  readonly lacks: readonly string[];
}

/** @see https://www.w3.org/TR/json-ld11/ */
function readBlock(text: string): Block {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return { fault: 'invalid_json', types: [], lacks: [] };
  }
  const nodes = (Array.isArray(content) ? content : [content]).flatMap(graphOf);
  const isTyped = nodes.length > 0 && nodes.every((node) => isRecord(node) && typesOf(node).length > 0);
  const records = nodes.filter(isRecord);
  return {
    fault: isTyped ? null : 'no_type',
    types: records.flatMap(typesOf),
    lacks: records.flatMap(lacksOf),
  };
}

/** Nodes of a `@graph`; those that are only references need no type. */
function graphOf(node: unknown): unknown[] {
  if (!isRecord(node) || !Array.isArray(node['@graph'])) return [node];
  const isReference = (child: unknown) =>
    isRecord(child) && Object.keys(child).length === 1 && '@id' in child;
  return (node['@graph'] as unknown[]).filter((child) => !isReference(child));
}

function typesOf(node: Readonly<Record<string, unknown>>): string[] {
  const type = node['@type'];
  return (Array.isArray(type) ? type : [type]).filter(
    (one): one is string => typeof one === 'string' && one !== '',
  );
}

function lacksOf(node: Readonly<Record<string, unknown>>): string[] {
  return typesOf(node).flatMap((type) => {
    const name = type.replace(/^https?:\/\/schema\.org\//, '');
    const required = Object.hasOwn(REQUIRED, name) ? (REQUIRED[name] ?? []) : [];
    return required.filter((property) => !(property in node)).map((property) => `${name}.${property}`);
  });
}

function typesIn(blocks: readonly Block[]): string[] {
  return [...new Set(blocks.flatMap(({ types }) => types))].slice(0, 20).map((type) => type.slice(0, 100));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
