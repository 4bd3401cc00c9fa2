import { createReadStream, existsSync, statSync } from 'node:fs';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { type LocalSite, localSite } from '../support/site.js';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.gif': 'image/gif',
  '.htm': 'text/html; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
};

/** What the server of a folder answers for a path. */
export type Served =
  | { readonly kind: 'page' | 'file'; readonly file: string }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'missing' };

/** A folder as a website: an address that ends with a slash is its index.html. */
export class FolderSite {
  private site: LocalSite | null = null;
  /** Paths with their queries whose content was requested. */
  readonly requested = new Set<string>();

  constructor(private readonly folder: string) {}

  get target(): string {
    return this.site?.target ?? '';
  }

  async start(): Promise<void> {
    this.site = await localSite((request, response) => {
      this.answer(request, response);
    });
  }

  stop(): void {
    this.site?.stop();
  }

  /** @param url path and query */
  served(url: string): Served {
    const { pathname } = new URL(url, 'http://folder');
    const path = decoded(pathname);
    const file = path === null ? null : resolve(join(this.folder, path));
    if (file === null || !`${file}${sep}`.startsWith(`${resolve(this.folder)}${sep}`) || !existsSync(file))
      return { kind: 'missing' };
    if (!statSync(file).isDirectory())
      return pathname.endsWith('/') ? { kind: 'missing' } : { kind: kindOf(file), file };
    if (!pathname.endsWith('/')) return { kind: 'redirect', to: `${pathname}/` };
    const index = join(file, 'index.html');
    return existsSync(index) ? { kind: 'page', file: index } : { kind: 'missing' };
  }

  private answer({ url = '/', method }: IncomingMessage, response: ServerResponse): void {
    if (method === 'GET') this.requested.add(url);
    const served = this.served(url);
    if (served.kind === 'missing') response.writeHead(404, { 'content-type': 'text/plain' }).end();
    else if (served.kind === 'redirect') response.writeHead(301, { location: served.to }).end();
    else {
      const type = TYPES[extname(served.file)] ?? 'application/octet-stream';
      response.writeHead(200, { 'content-type': type, 'content-length': statSync(served.file).size });
      if (method === 'HEAD') response.end();
      else createReadStream(served.file).pipe(response);
    }
  }
}

function kindOf(file: string): 'page' | 'file' {
  return /\.html?$/.test(file) ? 'page' : 'file';
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
