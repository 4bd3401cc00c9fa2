import { type RequestListener } from 'node:http';
import { Grader } from '../../../src/engine/grading/grader.js';
import { closeLater, closeServers, site } from '../../support/page-loads.js';
import { isPublic, publicSite, resolvePublic } from '../../support/public-site.js';

afterEach(closeServers);

/** Leads to the URL in the query, in the way that the path names. */
const answerLeading: RequestListener = ({ url = '' }, response) => {
  const [path, target = ''] = url.split('?');
  const refresh = `<!doctype html><meta http-equiv="refresh" content="0; url=${target}">`;
  if (path === '/redirect') response.writeHead(302, { location: target }).end();
  else
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(path === '/refresh' ? refresh : '<h1>Public</h1>');
};

/** Audits a page of a public site that leads to another page. */
async function audited(way: string, target: string, ports: readonly number[]) {
  const started = await publicSite(answerLeading);
  closeLater(() => started.close());
  const policy = {
    allowedTargets: new Set([new URL(target).host]),
    allowedPorts: new Set([80, 443, started.port, ...ports]),
    isPublic,
  };
  const loader = { policy, resolve: resolvePublic, userAgent: 'Test' };
  const grader = new Grader({ loader, bands: { good: 80, decent: 50 } });
  closeLater(() => grader.close());
  return grader.grade(new URL(`${started.origin}/${way}?${target}`));
}

describe('an audit of a page at a public address', () => {
  it.each([
    ['redirect', '127.0.0.1'],
    ['redirect', 'intranet.example'],
    ['refresh', '127.0.0.1'],
    ['refresh', 'intranet.example'],
  ])('follows no %s to the allowed target %s', async (way, host) => {
    const intranet = await site();
    const port = Number(new URL(intranet.origin).port);
    const { error, facts } = await audited(way, `http://${host}:${port}/`, [port]);
    expect(error?.code).toBe('blocked_address');
    expect(facts.redirects).toHaveLength(1);
    expect(intranet.connections).toBe(0);
  });

  it.each(['redirect', 'refresh'])('follows a %s to another public page', async (way) => {
    const other = await publicSite(answerLeading);
    closeLater(() => other.close());
    const { error, finalUrl } = await audited(way, `${other.origin}/page`, [other.port]);
    expect(error).toBeNull();
    expect(finalUrl).toBe(`${other.origin}/page`);
  });
});
