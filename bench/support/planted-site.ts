import { type IncomingMessage, type ServerResponse } from 'node:http';
import { localSite } from './site.js';

/** A page of a {@link PlantedSite}, by its path and query. */
export interface PlantedPage {
  readonly title?: string;
  readonly description?: string;
  /** Text of its own, so that no other page is like it; default: made of the path. */
  readonly text?: string;
  readonly links?: readonly string[];
  readonly nofollow?: readonly string[];
  readonly canonical?: string;
  readonly alternates?: Readonly<Record<string, string>>;
  readonly isNoindex?: boolean;
  /** Instead of a page. */
  readonly redirectTo?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds before the response; default: 0. */
  readonly delayMs?: number;
  /** What the response waits for. */
  readonly until?: Promise<unknown>;
}

/** A request as the server of the site saw it. */
export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly atMs: number;
}

export interface PlantedSite {
  /** `http://127.0.0.1:port`. */
  readonly origin: string;
  /** As ALLOWED_TARGETS spells it. */
  readonly target: string;
  readonly requests: LoggedRequest[];
  /** Requests for the document of a path, HEAD left out. */
  gets(path: string): LoggedRequest[];
  urlOf(path: string): string;
  close(): void;
}

/** A site whose faults are known.
 *  @param pageOf the page of a path; null: 404. Called for each request
 *  @param files others, such as /robots.txt */
export async function plantedSite(
  pageOf: (path: string) => PlantedPage | null,
  files: Readonly<Record<string, string | ((origin: string) => string)>> = {},
): Promise<PlantedSite> {
  const requests: LoggedRequest[] = [];
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '';
    requests.push({ method: request.method ?? '', path, atMs: performance.now() });
    const file = files[path];
    if (file !== undefined) {
      const type = path.endsWith('.xml') ? 'application/xml' : 'text/plain';
      response.writeHead(200, { 'content-type': type });
      response.end(typeof file === 'string' ? file : file(site.origin));
      return;
    }
    const page = pageOf(path);
    setTimeout(() => {
      void Promise.resolve(page?.until).then(() => {
        sendPage(response, page, path);
      });
    }, page?.delayMs ?? 0);
  };
  const sendPage = (response: ServerResponse, page: PlantedPage | null, path: string) => {
    if (page?.redirectTo !== undefined) {
      response.writeHead(301, { location: page.redirectTo }).end();
      return;
    }
    const headers = { 'content-type': 'text/html; charset=utf-8', ...page?.headers };
    response
      .writeHead(page?.status ?? (page ? 200 : 404), headers)
      .end(page ? htmlOf(path, page, site.origin) : '');
  };
  const server = await localSite(answer);
  const { target } = server;
  const site: PlantedSite = {
    origin: `http://${target}`,
    target,
    close: () => {
      server.stop();
    },
    requests,
    gets: (path) => requests.filter((request) => request.path === path && request.method === 'GET'),
    urlOf: (path) => `${site.origin}${path}`,
  };
  return site;
}

export function sitemapOf(paths: readonly string[]): (origin: string) => string {
  return (origin) =>
    `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
      .map((path) => `<url><loc>${origin}${path.replaceAll('&', '&amp;')}</loc></url>`)
      .join('')}</urlset>`;
}

function htmlOf(path: string, page: PlantedPage, origin: string): string {
  const { title = `Page ${path}`, description = `What ${path} is about.`, text = textOf(path) } = page;
  const alternates = Object.entries(page.alternates ?? {}).map(
    ([language, to]) => `<link rel="alternate" hreflang="${language}" href="${origin}${to}">`,
  );
  const links = (paths: readonly string[] = [], rel = '') =>
    paths.map((to) => `<li><a href="${to}"${rel}>${to}</a></li>`).join('');
  return `<!doctype html><html lang="en"><head><title>${title}</title>
<meta name="description" content="${description}">${page.isNoindex ? '<meta name="robots" content="noindex">' : ''}
${page.canonical === undefined ? '' : `<link rel="canonical" href="${origin}${page.canonical}">`}${alternates.join('')}
</head><body><nav><ul>${links(page.links)}${links(page.nofollow, ' rel="nofollow"')}</ul></nav>
<main><h1>${title}</h1><p>${text}</p></main></body></html>`;
}

/** 150 words that are the same for the same seed. */
export function textOf(seed: string): string {
  let state = [...seed].reduce(
    (hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619),
    2_166_136_261,
  );
  return Array.from({ length: 150 }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return `w${String(state >>> 18)}`;
  }).join(' ');
}
