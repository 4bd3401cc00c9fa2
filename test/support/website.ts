import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';

/** A stranger's website on this machine. */
export interface StrangerSite {
  /** `http://127.0.0.1:port`. */
  readonly origin: string;
  /** As ALLOWED_TARGETS spells it. */
  readonly target: string;
  readonly server: Server;
  /** Paths that were asked for, in order. */
  readonly requests: string[];
  /** Connections that were made. */
  readonly connections: number;
  close(): Promise<void>;
}

export const ORDINARY_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Blue shoes – Example</title>
<meta name="description" content="Shoes in every shade of blue.">
</head>
<body><h1>Shoes in blue</h1><p>Text. <a href="/sizes">Sizes of blue shoes</a></p></body>
</html>
`;

/** Starts a website that answers the ordinary page for every path but robots.txt, or as told. */
export async function strangerSite(answer: RequestListener = ordinaryAnswer): Promise<StrangerSite> {
  const requests: string[] = [];
  // A connection is idle for longer than by default where the machine is slow.
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    requests.push(request.url ?? '');
    answer(request, response);
  });
  let connections = 0;
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => {
        resolve();
      });
      server.closeAllConnections();
    });
  return {
    origin: `http://127.0.0.1:${port}`,
    target: `127.0.0.1:${port}`,
    server,
    requests,
    get connections() {
      return connections;
    },
    close,
  };
}

export const ordinaryAnswer: RequestListener = (request, response) => {
  if (request.url === '/robots.txt') {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(ORDINARY_PAGE);
};
