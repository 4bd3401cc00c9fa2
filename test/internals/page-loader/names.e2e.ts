import { lookup } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { PageLoader } from '../../../src/engine/page-loader/page-loader.js';
import { resolverFor } from '../../../src/engine/page-loader/resolver.js';
import { type Visit } from '../../../src/engine/page-loader/visit.js';
import { type NameServer, nameServer } from '../../support/dns.js';
import { type StrangerSite, strangerSite } from '../../support/website.js';

let site: StrangerSite;
const servers: NameServer[] = [];

beforeEach(async () => {
  site = await strangerSite();
});

afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  await site.close();
});

async function dns(answer: Parameters<typeof nameServer>[0]): Promise<NameServer> {
  const server = await nameServer(answer);
  servers.push(server);
  return server;
}

function visit<T>(server: NameServer, work: (visit: Visit) => Promise<T>, deadlineMs = 20_000): Promise<T> {
  const policy = { allowedTargets: new Set([site.target]), allowedPorts: new Set([80, 443]) };
  const options = { policy, userAgent: 'Pagegrade/test', dnsServers: [server.address], deadlineMs };
  return new PageLoader(options).visit(work);
}

async function errorOf(server: NameServer, url: string): Promise<string> {
  const result = await visit(server, (page) => page.load(new URL(url)));
  return 'error' in result ? result.error.code : 'loaded';
}

const NAMES = Array.from({ length: 40 }, (_, n) => `n${n}.dead.example`);

describe('names that a page gives', () => {
  it('hold no thread that others need, though their servers never answer', async () => {
    const server = await dns(() => null);
    let slowestMs = 0;
    await visit(
      server,
      async ({ site: around }) => {
        const asked = Promise.all(NAMES.map((name) => around.ask({ url: `http://${name}/` })));
        for (let n = 0; n < 10; n++) {
          const startedAt = performance.now();
          await lookup('localhost');
          slowestMs = Math.max(slowestMs, performance.now() - startedAt);
          await sleep(50);
        }
        expect(server.questions.length).toBeGreaterThan(0);
        await asked;
      },
      1500,
    );
    expect(slowestMs).toBeLessThan(1000);
  });

  it('are looked up once each, at most 4 at once, and not after the visit', async () => {
    const server = await dns(() => null);
    await visit(
      server,
      async ({ site: around }) => {
        await Promise.all([...NAMES, ...NAMES].map((name) => around.ask({ url: `http://${name}/` })));
      },
      1000,
    );
    expect(new Set(server.questions).size).toBe(4);
    await sleep(500); // for questions that were sent before its end
    const asked = server.questions.length;
    await sleep(2000);
    expect(server.questions).toHaveLength(asked);
  });

  it('cost 3 s each at most', async () => {
    const server = await dns((name) => (name.startsWith('slow') ? null : []));
    const startedAt = performance.now();
    expect(await errorOf(server, 'http://slow.example/')).toBe('dns_failed');
    expect(performance.now() - startedAt).toBeLessThan(4000);
    expect(await errorOf(server, 'http://missing.example/')).toBe('dns_not_found');
  });

  it('are found though their servers never answer for IPv6 addresses', async () => {
    const server = await nameServer(() => ['93.184.215.14'], true);
    servers.push(server);
    const policy = { allowedTargets: new Set<string>(), allowedPorts: new Set([80]) };
    const addresses = resolverFor(policy, [server.address])('half.example', AbortSignal.timeout(2500));
    expect(await addresses).toEqual(['93.184.215.14']);
  });

  it('lead to no private address, by whichever kind of record', async () => {
    const server = await dns((name) => (name === 'inside.example' ? ['10.1.2.3'] : ['93.184.215.14', '::1']));
    expect(await errorOf(server, 'http://inside.example/')).toBe('blocked_address');
  });

  it('stand in the hosts file, too, and are judged all the same', async () => {
    const server = await dns(() => []);
    const policy = { allowedTargets: new Set<string>(), allowedPorts: new Set([80]) };
    const hosts = new PageLoader({
      policy,
      userAgent: 'Pagegrade/test',
      dnsServers: [server.address],
    });
    const result = await hosts.visit((page) => page.load(new URL('http://localhost/')));
    expect('error' in result && result.error.code).toBe('blocked_address');
    expect(server.questions).toEqual([]);
  });
});

describe('a shortage of this machine', () => {
  it.each(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'])('is never the page’s fault: %s', async (code) => {
    const policy = { allowedTargets: new Set<string>(), allowedPorts: new Set([80]) };
    const loader = new PageLoader({
      policy,
      userAgent: 'Pagegrade/test',
      resolve: () => Promise.reject(Object.assign(new Error(code), { code })),
    });
    await expect(loader.visit((page) => page.load(new URL('http://example.com/')))).rejects.toThrow(code);
    await expect(
      loader.visit(({ site: around }) => around.ask({ url: 'http://example.com/' })),
    ).rejects.toThrow(code);
  });
});
