import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/platform/config/config.js';
import { type BrowserProgram } from '../../src/engine/rendering/browser-program.js';
import { configuredBrowser } from '../../src/browsers/configured-browser.js';
import { processesOf } from '../../src/engine/rendering/process-tree.js';
import { browserSettings } from './browser.js';

/** A launcher of browsers in a process and a folder of its own. */
export class TestLauncher {
  private constructor(
    readonly folder: string,
    private child: ChildProcess,
  ) {}

  static async start(): Promise<TestLauncher> {
    const folder = await mkdtemp(join(tmpdir(), 'launcher-'));
    return new TestLauncher(folder, await spawned(folder));
  }

  get socket(): string {
    return socketIn(this.folder);
  }

  /** What the paths of its browsers' profiles begin with. */
  get profiles(): string {
    return `${this.folder}/pagegrade-browser-`;
  }

  /** The browser, as a process finds it that is told of the launcher. */
  async program(): Promise<BrowserProgram> {
    const config = readConfig({ ROLE: 'browser', BROWSER: `unix:${this.socket}` });
    const { program } = await configuredBrowser(config);
    if (program === null) throw new Error('The launcher was not found.');
    return program;
  }

  async kill(signal: NodeJS.Signals): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill(signal);
    await ended;
  }

  async startAgain(): Promise<void> {
    this.child = await spawned(this.folder);
  }

  /** @returns processes and folders of its browsers that it left */
  async stop(): Promise<(string | number)[]> {
    if (this.child.exitCode === null && this.child.signalCode === null) await this.kill('SIGTERM');
    const left = await this.leftovers();
    await rm(this.folder, { recursive: true, force: true });
    return left;
  }

  async leftovers(): Promise<(string | number)[]> {
    return [...processesOf(this.profiles), ...(await this.profileNames())];
  }

  async profileNames(): Promise<string[]> {
    return (await readdir(this.folder)).filter((name) => name.startsWith('pagegrade-browser-'));
  }
}

function socketIn(folder: string): string {
  return join(folder, 'chromium.sock');
}

async function spawned(folder: string): Promise<ChildProcess> {
  const { PATH } = process.env;
  const child = spawn(process.execPath, ['dist/launch-browsers.js', socketIn(folder)], {
    env: {
      PATH,
      TMPDIR: folder,
      ...(await browserSettings()),
      API_KEY: 'secret-setting-of-ours',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  return child;
}
