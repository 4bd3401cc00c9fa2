import { execFileSync } from 'node:child_process';
import express from 'express';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { readConfig } from '../../../src/platform/config/config.js';

interface Service {
  readonly image?: string;
  readonly environment?: Readonly<Record<string, unknown>>;
  readonly mem_limit?: string;
  readonly logging?: { readonly driver: string; readonly options: Readonly<Record<string, string>> };
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
}

const parsedCompose = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, { readonly driver_opts: Readonly<Record<string, string>> } | null>;
};

/** Whether the service believes what a peer at this address says of its clients. */
function trustOf(trustedProxies: string): (address: string) => boolean {
  const { trustedProxies: list } = readConfig({ TRUSTED_PROXIES: trustedProxies });
  const isTrusted = express()
    .set('trust proxy', [...list])
    .get('trust proxy fn') as (address: string, hops: number) => boolean;
  return (address) => isTrusted(address, 0);
}

describe('docker-compose.yml', () => {
  const compose = readFileSync('docker-compose.yml', 'utf8').replace(/\$\{\w+:-([^}]*)\}/g, '$1');

  it('has the API trust the balancer by its address, and nobody beside it', () => {
    const isTrusted = trustOf(/TRUSTED_PROXIES: (\S+)/.exec(compose)?.[1] ?? '');
    expect(isTrusted(/ipv4_address: (\S+)/.exec(compose)?.[1] ?? '')).toBe(true);
    const network = /subnet: (\S+)\.0\/24/.exec(compose)?.[1] ?? '';
    const others = ['.1', '.3', '.128', '.254'].map((end) => network + end);
    const elsewhere = ['10.0.0.1', '172.17.0.1', '192.168.0.1', '127.0.0.1'];
    expect([...others, ...elsewhere].filter(isTrusted)).toEqual([]);
  });

  it("keeps the balancer's address free of other containers", () => {
    const balancer = /ipv4_address: (\S+)/.exec(compose)?.[1] ?? '';
    const [, network, start] = /ip_range: (\S+)\.(\d+)\/25/.exec(compose) ?? [];
    expect(balancer.startsWith(`${String(network)}.`)).toBe(true);
    expect(Number(balancer.split('.').at(-1))).toBeLessThan(Number(start));
  });
});

describe('each service in docker-compose.yml', () => {
  const { services } = parsedCompose;

  it.each(Object.entries(services))('%s has a limit of memory, and keeps 50 MB of logs', (_, service) => {
    expect(service.mem_limit).toMatch(/^(?:256m|[123]g)$/);
    expect(service.logging).toEqual({
      driver: 'json-file',
      options: { 'max-size': '10m', 'max-file': '5' },
    });
  });

  it('has a health check, of its own or of the image, unless it ends by itself', () => {
    const checks = Object.entries(services).map(([name, { healthcheck }]) => {
      const check = healthcheck?.disable ? 'none' : (healthcheck?.test ?? []).slice(0, 4).join(' ');
      return [name, check];
    });
    expect(Object.fromEntries(checks)).toEqual({
      balancer: expect.stringMatching(/^CMD bash -c exec /),
      api: '',
      worker: 'CMD node dist/health-check.js 9464',
      browser: 'CMD node dist/health-check.js 9464',
      chromium: 'CMD node dist/health-check.js unix:/run/pagegrade/chromium.sock',
      migrate: 'none',
      password: 'none',
      db: 'CMD pg_isready -h 127.0.0.1',
    });
  });

  it.each([
    [{}, 'dist/health-check.js 3000'],
    [{ ROLE: 'api', PORT: '8080' }, 'dist/health-check.js 8080'],
    [{ ROLE: 'worker' }, 'dist/health-check.js 9464 live'],
    [{ ROLE: 'browser', PORT: '8080', METRICS_PORT: '9000' }, 'dist/health-check.js 9000 live'],
  ])('asks an image with the settings %j where it listens', (settings, expected) => {
    const [, command = ''] =
      /^HEALTHCHECK [^]*?^ {2}CMD ([^]*?[^\\])\n(?! )/m.exec(readFileSync('Dockerfile', 'utf8')) ?? [];
    const script = `node() { echo "$@"; }; ${command.replaceAll('\\\n', ' ')}`;
    expect(execFileSync('sh', ['-c', script], { env: settings, encoding: 'utf8' })).toBe(`${expected}\n`);
  });

  it('asks HAProxy itself whether it runs', () => {
    const [, , , script = ''] = services.balancer?.healthcheck?.test ?? [];
    const [, port, path] = /\/dev\/tcp\/127\.0\.0\.1\/(\d+) && printf "GET (\S+) HTTP/.exec(script) ?? [];
    expect(script).toContain('grep -q " 200 "');
    expect(readFileSync('deploy/haproxy.cfg', 'utf8')).toContain(
      `frontend health\n  bind 127.0.0.1:${String(port)}\n  monitor-uri ${String(path)}\n`,
    );
  });

  it('has no password of the database that everyone knows', () => {
    const { db } = services;
    expect(db?.environment).toMatchObject({ POSTGRES_PASSWORD_FILE: '/run/database/password' });
    expect(db?.environment).not.toHaveProperty('POSTGRES_PASSWORD');
  });

  it('is replaced by deploy/rolling-update.sh if it runs Pagegrade', () => {
    const script = readFileSync('deploy/rolling-update.sh', 'utf8');
    for (const name of ['api', 'worker', 'browser']) expect(script).toContain(`replace ${name}\n`);
    expect(script).toContain('up --detach --no-deps chromium');
  });
});

/** Names of the environment variables of a part of docker-compose.yml. */
function variablesIn(part: string): string[] {
  return [...part.matchAll(/^ +([A-Z\d_]+):/gm)].map(([, name = '']) => name);
}

describe('the settings in docker-compose.yml', () => {
  const compose = readFileSync('docker-compose.yml', 'utf8');
  const shared = /^x-settings:[^]*?\n\n/m.exec(compose)?.[0] ?? '';
  const api = /^ {2}api:[^]*?\n\n/m.exec(compose)?.[0] ?? '';

  it('are those of .env.example, except the ones that belong to the containers', () => {
    const example = readFileSync('.env.example', 'utf8');
    const settings = [...example.matchAll(/^(?:# )?([A-Z\d_]+)=/gm)].map(([, name = '']) => name);
    const files = [...example.matchAll(/[A-Z\d_]+_FILE(?=\.)/g)].map(([name]) => name);
    // Compose has POSTGRES_PASSWORD instead of the last.
    const fixed = ['HOST', 'PORT', 'METRICS_PORT', 'DATA_DIR', 'DATABASE_PASSWORD'];
    const expected = [...settings, ...files].filter((name) => !fixed.includes(name));
    expect(files).toContain('API_KEY_FILE');
    // Of Node.js, which has read it before it reads a file .env.
    expected.push('NODE_EXTRA_CA_CERTS');
    const passed = [...variablesIn(shared), ...variablesIn(api)];
    expect(passed.sort()).toEqual(expected.sort());
  });

  it('reach every service that runs Pagegrade', () => {
    const services = Object.entries(parsedCompose.services).filter(([, { image }]) =>
      image?.startsWith('pagegrade'),
    );
    const without = services.filter(([, { environment }]) => environment?.DATABASE_URL === undefined);
    expect(without.map(([name]) => name)).toEqual(['chromium', 'password']);
  });

  it('have everything that loads a page or starts a browser trust the same authorities', () => {
    const trusting = Object.entries(parsedCompose.services).filter(
      ([, { environment }]) => environment?.NODE_EXTRA_CA_CERTS === null,
    );
    expect(trusting.map(([name]) => name)).toEqual(expect.arrayContaining(['worker', 'browser', 'chromium']));
  });
});

describe('the volume that the browser shares', () => {
  it('holds 1 MB in memory, so that a browser cannot fill the disk from there', () => {
    const { type, device, o = '' } = parsedCompose.volumes['browser-sockets']?.driver_opts ?? {};
    expect([type, device]).toEqual(['tmpfs', 'tmpfs']);
    const [, blocks] = /^nr_blocks=(\d+),/.exec(o) ?? [];
    expect(Number(blocks) * 4096).toBe(1024 ** 2);
  });
});
