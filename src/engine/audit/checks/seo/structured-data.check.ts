import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, pass, warn } from '../../check.js';
import { attribute, type Element, elementsNamed, textContent } from '../../dom/dom.js';
import { type Page } from '../../page.js';
import { listed, quotedList } from '../../quoted.js';

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
const REQUIRED_ANYWHERE = new Set(Object.values(REQUIRED).flat());
/** More than pages have; those of further nodes count as missing. */
const MAX_SAID = 10_000;

export const structuredData = documentCheck({
  id: 'structured_data',
  name: 'Structured data',
  category: 'seo',
  importance: 'medium',
  what: 'The page has structured data, and its JSON-LD is well-formed and typed.',
  why: 'Search engines show ratings, prices, dates and more in their results only if the page has structured data.',
  fix: 'Add a JSON-LD script with the schema.org type that fits the page, and correct invalid ones.',
  source: 'https://developers.google.com/search/docs/appearance/structured-data/intro-structured-data',
  method: 'exact',
  restsOnContent: true,
  value: {
    json_ld_blocks: 'integer',
    invalid_blocks: 'integer',
    untyped_blocks: 'integer',
    microdata_and_rdfa_elements: 'integer',
    types: 'texts',
    missing_properties: 'texts',
  },
  messages: {
    pass: ({ json_ld_blocks, microdata_and_rdfa_elements, types }) => {
      const blocks = counted(json_ld_blocks, 'JSON-LD block');
      const shownTypes = types.length === 0 ? '' : ` (${quotedList(types)})`;
      const others = counted(microdata_and_rdfa_elements, 'element');
      return `The page has ${blocks}${shownTypes} and ${others} with microdata or RDFa.`;
    },
    absent: 'The page has no structured data.',
    invalid_json: ({ json_ld_blocks, invalid_blocks }) =>
      `${someBlocks(invalid_blocks, json_ld_blocks)} ${invalid_blocks === 1 ? 'is' : 'are'} not valid JSON.`,
    no_type: ({ json_ld_blocks, untyped_blocks }) =>
      `${someBlocks(untyped_blocks, json_ld_blocks)} ${untyped_blocks === 1 ? 'has' : 'have'} items without an @type.`,
    missing_properties: ({ missing_properties }) =>
      `The JSON-LD lacks ${counted(missing_properties.length, 'required property', 'required properties')} (${listed(missing_properties, 5)}).`,
  },
  examples: {
    passes: {
      html: '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Blue shoe"}</script>',
    },
    fails: { html: '<script type="application/ld+json">{"@type": "Product",}</script>' },
  },
  run(page) {
    const blocks = jsonLdBlocks(page);
    const others = page.dom.elements.filter(isMarkedUp);
    const nodes = readBlocks(blocks);
    const value = {
      json_ld_blocks: nodes.length,
      invalid_blocks: nodes.filter(({ fault }) => fault === 'invalid_json').length,
      untyped_blocks: nodes.filter(({ fault }) => fault === 'no_type').length,
      microdata_and_rdfa_elements: others.length,
      types: typesIn(nodes),
      missing_properties: [...new Set(nodes.flatMap(({ lacks }) => lacks))],
    };
    if (nodes.length + others.length === 0) return fail('absent', { value });
    const faulty = nodes.filter(({ fault }) => fault !== null);
    const fault = faulty[0]?.fault ?? null;
    if (fault !== null) return fail(fault, { value, evidence: faulty.map(({ element }) => element) });
    const incomplete = nodes.filter(({ lacks }) => lacks.length > 0).map(({ element }) => element);
    return incomplete.length === 0
      ? pass(value)
      : warn('missing_properties', { value, evidence: incomplete });
  },
});

function someBlocks(count: number, all: number): string {
  return `${count.toLocaleString('en')} of ${counted(all, 'JSON-LD block')}`;
}

function jsonLdBlocks(page: Page): Element[] {
  return elementsNamed(page.dom, 'script').filter((script) =>
    /^\s*application\/ld\+json\s*(;|$)/i.test(attribute(script, 'type') ?? ''),
  );
}

/** MediaWiki marks its images for editors, and Drupal pages and users by vocabularies that search engines don't read. */
const OTHER_VOCABULARIES = /^(mw|foaf|sioc|skos):/i;

function isMarkedUp(element: Element): boolean {
  const isMicrodata =
    attribute(element, 'itemscope') !== undefined && attribute(element, 'itemtype') !== undefined;
  const types = (attribute(element, 'typeof') ?? '').split(/\s+/).filter((type) => type !== '');
  return isMicrodata || types.some((type) => !OTHER_VOCABULARIES.test(type));
}

interface Block {
  readonly element: Element;
  readonly fault: 'invalid_json' | 'no_type' | null;
  readonly types: readonly string[];
  /** Missing required properties, as `Type.property`. */
  readonly lacks: readonly string[];
}

/** Blocks without content, as templates and plug-ins leave them, are left out.
 *  @see https://www.w3.org/TR/json-ld11/ */
function readBlocks(elements: readonly Element[]): Block[] {
  const read = elements.map((element) => ({ element, nodes: nodesIn(textContent(element)) }));
  const said = saidOfNodes(read.flatMap(({ nodes }) => nodes?.filter(isRecord) ?? []));
  return read
    .filter(({ nodes }) => nodes === null || nodes.length > 0)
    .map(({ element, nodes }) => {
      if (nodes === null) return { element, fault: 'invalid_json', types: [], lacks: [] };
      const isTyped = nodes.every((node) => isRecord(node) && typesOf(node).length > 0);
      const records = nodes.filter(isRecord);
      return {
        element,
        fault: isTyped ? null : 'no_type',
        types: records.flatMap(typesOf),
        lacks: records.flatMap((node) => lacksOf(node, said)),
      };
    });
}

/** The nodes of a block; null: it is no JSON. */
function nodesIn(text: string): unknown[] | null {
  if (text.trim() === '') return [];
  try {
    const content: unknown = JSON.parse(text);
    return (Array.isArray(content) ? content : [content]).flatMap(graphOf);
  } catch {
    return null;
  }
}

/** Which nodes, by their `@id`, have which required properties: other blocks may complete them.
 *  @see https://www.w3.org/TR/json-ld11/#node-identifiers */
function saidOfNodes(nodes: readonly Readonly<Record<string, unknown>>[]): Set<string> {
  const said = new Set<string>();
  for (const node of nodes) {
    const id = node['@id'];
    if (typeof id !== 'string' || said.size > MAX_SAID) continue;
    for (const property of REQUIRED_ANYWHERE) if (isSaid(node, property)) said.add(saying(id, property));
  }
  return said;
}

function saying(id: unknown, property: string): string {
  return `${property} of ${String(id)}`;
}

/** Nodes of a `@graph`, which may also be a single one; those that are only references need no type.
 *  @see https://www.w3.org/TR/json-ld11/#graph-objects */
function graphOf(node: unknown): unknown[] {
  const graph = isRecord(node) ? node['@graph'] : undefined;
  if (!Array.isArray(graph) && !isRecord(graph)) return [node];
  const isReference = (child: unknown) =>
    isRecord(child) && Object.keys(child).length === 1 && '@id' in child;
  const nodes: unknown[] = Array.isArray(graph) ? graph : [graph];
  return nodes.filter((child) => !isReference(child));
}

function typesOf(node: Readonly<Record<string, unknown>>): string[] {
  const type = node['@type'];
  return (Array.isArray(type) ? type : [type]).filter(
    (one): one is string => typeof one === 'string' && one !== '',
  );
}

function lacksOf(node: Readonly<Record<string, unknown>>, said: ReadonlySet<string>): string[] {
  return typesOf(node).flatMap((type) => {
    const name = type.replace(/^https?:\/\/schema\.org\//, '');
    const required = Object.hasOwn(REQUIRED, name) ? (REQUIRED[name] ?? []) : [];
    return required
      .filter((property) => !isSaid(node, property) && !said.has(saying(node['@id'], property)))
      .map((property) => `${name}.${property}`);
  });
}

/** Whether a node has a property that is not empty. */
function isSaid(node: Readonly<Record<string, unknown>>, property: string): boolean {
  const value = Object.hasOwn(node, property) ? node[property] : null;
  return value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}

function typesIn(blocks: readonly Block[]): string[] {
  return [...new Set(blocks.flatMap(({ types }) => types))].slice(0, 20).map((type) => type.slice(0, 100));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
