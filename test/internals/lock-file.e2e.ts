import { readFileSync } from 'node:fs';

interface LockedPackage {
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
  readonly hasInstallScript?: boolean;
  readonly bin?: Readonly<Record<string, string>>;
  readonly os?: string | string[];
  readonly cpu?: string | string[];
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, LockedPackage>;
};
const packages = Object.entries(lock.packages).filter(([path, { inBundle }]) => path !== '' && !inBundle);

describe('package-lock.json', () => {
  it('has a checksum for every package and names no registry', () => {
    expect(packages.length).toBeGreaterThan(100);
    expect(packages.filter(([, { integrity }]) => integrity === undefined).map(([path]) => path)).toEqual([]);
    expect(packages.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
  });

  it('holds the Node.js runtime of each platform itself: no install script downloads one', () => {
    const runtimes = packages.filter(([, { bin }]) => bin !== undefined && 'node' in bin);
    const platforms = runtimes.map(([, { os, cpu }]) => [os, cpu].flat().join('-'));
    expect(platforms.toSorted()).toEqual(['linux-arm64', 'linux-x64', 'win32-x64']);
    for (const [, { hasInstallScript }] of runtimes) expect(hasInstallScript).toBeUndefined();
  });
});
