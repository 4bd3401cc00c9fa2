import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type Finding } from '../../src/engine/audit/audit.js';
import { Grader } from '../../src/engine/grading/grader.js';
import { type StrangerSite, strangerSite } from './website.js';

const closers: (() => void | Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

export type Routes = Record<string, (request: IncomingMessage, response: ServerResponse) => void>;

/** Audits the page that a site answers at `/`, ORIGIN in it being the site's own. Other paths are answered by routes,
 *  those that have none by the route `*`, or not found.
 *  @param others further sites that may be asked, as `host:port` */
export async function graded(html: string, routes: Routes = {}, others: readonly string[] = []) {
  const site: StrangerSite = await strangerSite((request, response) => {
    const route = routes[request.url ?? ''];
    if (route) {
      route(request, response);
      return;
    }
    if (request.url === '/') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(
        request.method === 'HEAD' ? undefined : (html || '<!doctype html>').replaceAll('ORIGIN', site.origin),
      );
      return;
    }
    const other = routes['*'];
    if (other) other(request, response);
    else response.writeHead(404).end();
  });
  const policy = { allowedTargets: new Set([site.target, ...others]), allowedPorts: new Set([80, 443]) };
  const grader = new Grader({
    loader: { policy, userAgent: 'Pagegrade/test' },
    bands: { good: 80, decent: 50 },
  });
  closers.push(
    () => site.close(),
    () => grader.close(),
  );
  const grade = await grader.grade(new URL(site.origin));
  const findingOf = (id: string): Finding | undefined => grade.checks.find((finding) => finding.id === id);
  return { ...grade, site, findingOf };
}

export const reply =
  (status: number, type: string, body: string | Buffer = '', headers: Record<string, string> = {}) =>
  (request: IncomingMessage, response: ServerResponse) =>
    void response
      .writeHead(status, { 'content-type': type, ...headers })
      .end(request.method === 'HEAD' ? undefined : body);
