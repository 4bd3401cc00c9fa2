import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually } from '../../support/eventually.js';

interface Container {
  readonly service: string;
  readonly state: string;
  readonly image: string;
}

const running = (service: string): Container => ({ service, state: 'running', image: 'old' });

let folder: string;

/** A deployment with these containers, and a `docker` beside it. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rolling-update-'));
  for (const name of ['bin', 'containers', 'deploy']) mkdirSync(join(folder, name));
  cpSync('deploy/rolling-update.sh', join(folder, 'deploy/rolling-update.sh'));
  symlinkSync(resolve('test/support/docker-stand-in.mjs'), join(folder, 'bin/docker'));
  writeFileSync(join(folder, 'bin/sleep'), '#!/bin/sh\nexec /bin/sleep 0.01\n', { mode: 0o755 });
});
afterEach(() => rm(folder, { recursive: true }));

function deploy(containers: readonly Container[]): void {
  for (const [at, { service, state, image }] of containers.entries())
    writeFileSync(join(folder, 'containers', `${service}-${String(at)}`), [service, state, image].join('\n'));
}

function update(health = 'healthy') {
  const child = spawn('sh', [join(folder, 'deploy/rolling-update.sh')], {
    env: {
      PATH: `${join(folder, 'bin')}:${process.env.PATH ?? ''}`,
      CONTAINERS: join(folder, 'containers'),
      HEALTH: health,
      LOG: join(folder, 'log'),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
  return { child, ended: once(child, 'close').then(([status]) => ({ status: status as number, stderr })) };
}

function containers(): string[] {
  return readdirSync(join(folder, 'containers'))
    .map((id) => readFileSync(join(folder, 'containers', id), 'utf8').replaceAll('\n', ' '))
    .sort();
}

const log = () => readFileSync(join(folder, 'log'), 'utf8').trim().split('\n');

const DEPLOYED = [running('api'), running('api'), running('worker')];
const AS_BEFORE = ['api running old', 'api running old', 'worker running old'];

describe('deploy/rolling-update.sh', () => {
  it('replaces one process after the other, each once its successor is healthy', async () => {
    deploy(DEPLOYED);
    expect((await update().ended).status).toBe(0);
    expect(containers()).toEqual(['api running new', 'api running new', 'worker running new']);
    const steps = log().map((line) => /^(?:compose (?:build|run|up)|inspect|stop|rm)/.exec(line)?.[0]);
    const replaced = ['compose up', 'inspect', 'stop', 'rm'];
    expect(steps.filter((step) => step !== undefined)).toEqual([
      ...['compose build', 'compose run'],
      ...[...replaced, ...replaced, ...replaced],
    ]);
  });

  it('starts no process again that was stopped', async () => {
    deploy([...DEPLOYED, { service: 'api', state: 'exited', image: 'old' }]);
    expect((await update().ended).status).toBe(0);
    expect(containers()).toEqual(['api running new', 'api running new', 'worker running new']);
  });

  it('removes a successor that does not become healthy, and leaves the others alone', async () => {
    deploy(DEPLOYED);
    // Three tries instead of 120.
    writeFileSync(join(folder, 'bin/seq'), '#!/bin/sh\necho 1 2 3\n', { mode: 0o755 });
    const { status, stderr } = await update('starting').ended;
    expect(status).toBe(1);
    expect(stderr).toContain('The new api process did not become healthy.');
    expect(containers()).toEqual(AS_BEFORE);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'removes a successor if %s interrupts it',
    async (signal) => {
      deploy(DEPLOYED);
      const { child, ended } = update('starting');
      await eventually(() => Promise.resolve(containers().includes('api running new')));
      child.kill(signal);
      expect((await ended).status).toBeGreaterThan(128);
      expect(containers()).toEqual(AS_BEFORE);
    },
  );
});
