import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import { type AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { type BrowserProgram } from '../../../src/engine/rendering/browser-program.js';
import { type Authority, newAuthority, type Pair } from '../../support/authority.js';
import { allBrowsers, browserSettings } from '../../support/browser.js';
import { runCli } from '../../support/service.js';

/** A website over TLS on this machine, which notes what is asked for. */
interface Site {
  readonly target: string;
  readonly requests: string[];
  close(): void;
}

let trusted: Authority;
const sites: Site[] = [];

beforeAll(async () => {
  trusted = await newAuthority();
  // As many as fill several pages of the browser's store.
  const others = await Promise.all(
    Array.from({ length: 150 }, (_, n) =>
      generate([{ name: 'commonName', value: `Authority ${String(n)}` }], { keyType: 'ec' }),
    ),
  );
  const own = await readFile(trusted.file, 'utf8');
  await writeFile(trusted.file, [...others.map(({ cert }) => cert), own].join('\n'));
});

afterAll(() => {
  for (const site of sites) site.close();
});

async function siteWith(pair: Pair, page = ''): Promise<Site> {
  const requests: string[] = [];
  const server: Server = createServer({ key: pair.private, cert: pair.cert }, (request, response) => {
    requests.push(request.url ?? '');
    const isPage = request.url === '/';
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' }).end(isPage ? page : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const target = `localhost:${String((server.address() as AddressInfo).port)}`;
  const site = { target, requests, close: () => void server.close() };
  sites.push(site);
  return site;
}

interface Audited {
  readonly error: unknown;
  readonly rendered: { readonly error: { readonly detail: string } | null } | null;
}

/** Audits a page by the command line, which renders it and trusts the authority beside the usual ones. */
async function audited(program: BrowserProgram, site: Site, others: readonly Site[] = []): Promise<Audited> {
  const { stdout } = await runCli(['audit', '--json', '--render', 'always', `https://${site.target}/`], {
    ALLOWED_TARGETS: [site, ...others].map(({ target }) => target).join(','),
    NODE_EXTRA_CA_CERTS: trusted.file,
    ...(await browserSettings(program)),
  });
  return JSON.parse(stdout) as Audited;
}

describe('a browser with NODE_EXTRA_CA_CERTS', () => {
  it('trusts what the authority has issued, and nothing else', async () => {
    const good = await siteWith(await trusted.certificate());
    const bad = {
      'of another name': await siteWith(await trusted.certificate({ host: 'other.example' })),
      expired: await siteWith(await trusted.certificate({ days: -1 })),
      'of another authority': await siteWith(await (await newAuthority('Other authority')).certificate()),
      'self-signed': await siteWith(await generate([{ name: 'commonName', value: 'localhost' }])),
    };
    const others = [good, ...Object.values(bad)];
    const images = others.map(({ target }) => `<img src="https://${target}/by-browser.png" alt="">`).join('');
    for (const [name, program] of await allBrowsers()) {
      for (const { requests } of others) requests.length = 0;
      const page = await siteWith(
        await trusted.certificate(),
        `<!doctype html><title>Page</title><h1>Page</h1><script>document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(images)})</script>`,
      );
      const { error, rendered } = await audited(program, page, others);
      expect({ name, error, rendering: rendered?.error }).toEqual({ name, error: null, rendering: null });
      expect(good.requests).toContain('/by-browser.png');
      for (const [fault, { requests }] of Object.entries(bad))
        expect({ fault, requests }).toEqual({ fault, requests: [] });
    }
  });

  it('names the fault of a certificate that Node.js accepts and browsers refuse', async () => {
    // Browsers read no common name.
    const pair = await trusted.certificate({ alternativeNames: false });
    const site = await siteWith(pair, '<!doctype html><title>Page</title><h1>Page</h1>');
    const [[, program] = []] = await allBrowsers();
    if (!program) throw new Error('There is no browser');
    const { error, rendered } = await audited(program, site);
    expect(error).toBeNull();
    expect(rendered?.error?.detail).toBe(
      'The browser could not load the page: its certificate is for another host name, or names none as a subject alternative name.',
    );
  });
});
