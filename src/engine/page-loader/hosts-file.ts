import { readFile, stat } from 'node:fs/promises';

const PATH = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';
const CHECK_INTERVAL_MS = 5000;

/** The system's hosts file, reread after changes. */
export class HostsFile {
  private entries: ReadonlyMap<string, readonly string[]> = new Map();
  private modifiedMs = 0;
  private checkedAtMs = -Infinity;
  /** All that ask meanwhile wait for it. */
  private refreshed = Promise.resolve();

  constructor(private readonly path = PATH) {}

  /** @returns the host's addresses; undefined if the file doesn't contain the host */
  async addressesOf(host: string): Promise<readonly string[] | undefined> {
    if (performance.now() - this.checkedAtMs > CHECK_INTERVAL_MS) {
      this.checkedAtMs = performance.now();
      this.refreshed = this.refresh();
    }
    await this.refreshed;
    return this.entries.get(host.toLowerCase());
  }

  private async refresh(): Promise<void> {
    try {
      const { mtimeMs } = await stat(this.path);
      if (mtimeMs === this.modifiedMs) return;
      this.entries = entriesOf(await readFile(this.path, 'utf8'));
      this.modifiedMs = mtimeMs;
    } catch {
      this.entries = new Map();
      this.modifiedMs = 0;
    }
  }
}

/** @see https://man7.org/linux/man-pages/man5/hosts.5.html */
export function entriesOf(text: string): Map<string, string[]> {
  const entries = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address, ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (address === undefined) continue;
    for (const name of names) {
      const key = name.toLowerCase();
      entries.set(key, [...(entries.get(key) ?? []), address]);
    }
  }
  return entries;
}
