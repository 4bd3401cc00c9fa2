import { type RequestListener } from 'node:http';
import { request } from 'undici';
import { type LocalSite, localSite } from '../support/site.js';

/** Copies of pages, with status 200. Lighthouse counts other statuses as errors of the page, and looks at a page for longer
 *  than the service shows some of them. */
export interface KeptPages {
  /** Keeps a page.
   *  @returns its URL */
  keep(path: string, markup: string): string;
  stop(): void;
}

/** @param service URL of the service, which has the style sheet and the images */
export async function keptPages(service: string): Promise<KeptPages> {
  const pages = new Map<string, string>();
  const respond = async (...[{ url = '' }, response]: Parameters<RequestListener>): Promise<void> => {
    const page = pages.get(url);
    if (page !== undefined) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
      return;
    }
    const { statusCode, headers, body } = await request(service + url);
    response.writeHead(statusCode, { 'content-type': String(headers['content-type']) });
    response.end(Buffer.from(await body.arrayBuffer()));
  };
  const site: LocalSite = await localSite((incoming, response) => {
    respond(incoming, response).catch(() => response.destroy());
  });
  return {
    keep: (path, markup) => {
      pages.set(path, markup);
      return `http://${site.target}${path}`;
    },
    stop: () => {
      site.stop();
    },
  };
}
