import { readFileSync } from 'node:fs';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { parsedUrl } from '../../src/basics/url.js';
import { type FolderSite } from './folder-site.js';

/** A link to a page, as the HTML of another one has it. */
interface Link {
  readonly from: string;
  readonly tag: string;
  readonly isFollowed: boolean;
  readonly hasBase: boolean;
}

/** Attributes with addresses. */
const ATTRIBUTES = ['href', 'src', 'data', 'action', 'cite', 'poster'];
const NOT_FOLLOWED = /(^|\s)(nofollow|ugc|sponsored)(\s|$)/i;

/** The links of pages, to explain why a crawler visits a page that another one does not. */
export class LinkIndex {
  private readonly links = new Map<string, Link[]>();

  /** @param pages their paths and queries */
  constructor(
    private readonly site: FolderSite,
    private readonly pages: ReadonlySet<string>,
  ) {
    for (const page of pages) this.read(page);
  }

  /** @param path a page that a crawler did not visit
   *  @param visited the pages that it visited */
  explain(path: string, visited: ReadonlySet<string>): string {
    const links = this.links.get(path) ?? [];
    if (links.length === 0) return this.explainUnlinked(path);
    const reached = links.filter(({ from }) => visited.has(from));
    if (reached.length === 0) return 'linked only by pages that were not visited either';
    if (reached.every(({ isFollowed }) => !isFollowed)) return 'nofollow';
    if (reached.every(({ tag }) => tag !== 'a' && tag !== 'area'))
      return `linked only by <${[...new Set(reached.map(({ tag }) => tag))].toSorted().join('>, <')}>`;
    if (path.includes('?')) return 'query';
    if ([...this.pages].some((other) => other !== path && other.toLowerCase() === path.toLowerCase()))
      return 'case';
    return reached.every(({ hasBase }) => hasBase) ? 'base href' : 'unexplained';
  }

  private explainUnlinked(path: string): string {
    const redirects = [...this.links.keys()].some((from) => {
      const served = this.site.served(from);
      return served.kind === 'redirect' && served.to === path;
    });
    return redirects ? 'redirect' : 'not linked by HTML';
  }

  private read(page: string): void {
    const served = this.site.served(page);
    if (served.kind !== 'page') return;
    const elements = elementsOf(parse(readFileSync(served.file, 'utf8'), { scriptingEnabled: false }));
    const base = elements.find(({ tagName }) => tagName === 'base');
    const origin = 'http://folder';
    const against = new URL(valueOf(base, 'href') ?? '', new URL(page, origin));
    for (const element of elements) {
      for (const name of ATTRIBUTES) {
        const value = element.tagName === 'base' ? undefined : valueOf(element, name);
        const url = value === undefined ? null : parsedUrl(value, against);
        if (url?.origin !== origin) continue;
        const link = {
          from: page,
          tag: element.tagName,
          isFollowed: !NOT_FOLLOWED.test(valueOf(element, 'rel') ?? ''),
          hasBase: base !== undefined,
        };
        const path = url.pathname + url.search;
        this.links.set(path, [...(this.links.get(path) ?? []), link].slice(0, MAX_LINKS));
      }
    }
  }
}

/** Links to one page that are kept: more explain nothing. */
const MAX_LINKS = 200;

function elementsOf(node: DefaultTreeAdapterTypes.ParentNode): DefaultTreeAdapterTypes.Element[] {
  return node.childNodes.flatMap((child) => {
    if (!('tagName' in child)) return [];
    const own = 'content' in child ? [] : elementsOf(child);
    return [child, ...own];
  });
}

function valueOf(element: DefaultTreeAdapterTypes.Element | undefined, name: string): string | undefined {
  return element?.attrs.find((attribute) => attribute.name === name)?.value;
}
