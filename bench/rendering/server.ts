import { isUtf8 } from 'node:buffer';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type RawResponse } from '../parity/case.js';
import { fileResponse } from '../parity/document-root.js';

/** A folder that is served on a port of its own. */
export interface ServedFolder {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  readonly stop: () => void;
}

const ADDRESS = '127.0.0.1';
/** What applications fetch takes a while, as from a real server. */
const DELAY_MS = 200;
const DELAYED = /^\/(api|partials)\//;

/** `/redirected/2/shoes` redirects to `/shoes` in two steps, each with the delay of a server that looks something up. */
const REDIRECTED = /^\/redirected\/(\d+)(\/.*)$/;
const REDIRECT_MS = 50;

/** Where a path is reached by way of redirects. */
export function redirectedTo(path: string, redirects: number): string {
  return redirects === 0 ? path : `/redirected/${redirects}${path}`;
}

/** Serves a folder's files. An application also has its shell at all paths that could be pages. */
export async function serve(folder: string, { isApp }: { isApp: boolean }): Promise<ServedFolder> {
  const root = { folder, digest: '' };
  const server = createServer(({ url = '/' }, response) => {
    const [, left, target] = REDIRECTED.exec(url) ?? [];
    if (left !== undefined && target !== undefined) {
      const location = redirectedTo(target, Number(left) - 1);
      setTimeout(() => response.writeHead(301, { location }).end(), REDIRECT_MS);
      return;
    }
    const path = url.split('?', 1)[0] ?? '/';
    const file =
      fileResponse(root, path) ?? (isApp && isPagePath(path) ? fileResponse(root, '/') : undefined);
    setTimeout(() => send(file, response), DELAYED.test(path) ? DELAY_MS : 0);
  });
  await new Promise<void>((resolve) => server.listen(0, ADDRESS, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://${ADDRESS}:${port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function isPagePath(path: string): boolean {
  return !path.includes('.') && !DELAYED.test(path);
}

function send(file: RawResponse | undefined, response: ServerResponse): void {
  if (!file) {
    response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found');
    return;
  }
  const { status, headers, body } = file;
  response
    .writeHead(status, Object.fromEntries(headers.map(([name, value]) => [name, typeOf(value, body)])))
    .end(body);
}

/** Most servers say UTF-8 of what is UTF-8. */
function typeOf(type: string, body: Buffer): string {
  return /^text\/|javascript|json/.test(type) && isUtf8(body) ? `${type}; charset=utf-8` : type;
}
