import { readFileSync } from 'node:fs';
import { minVersion, satisfies } from 'semver';

interface LockedPackage {
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly bin?: Readonly<Record<string, string>>;
  readonly engines?: { readonly node?: string };
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, LockedPackage>;
};
const packages = Object.entries(lock.packages).filter(([path]) => path !== '');

describe('package-lock.json', () => {
  it('has a checksum for every package and names no registry', () => {
    expect(packages.length).toBeGreaterThan(100);
    expect(packages.filter(([, { integrity }]) => integrity === undefined).map(([path]) => path)).toEqual([]);
    expect(packages.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
  });

  it('brings no Node.js, and nothing that needs a later one than the oldest that is supported', () => {
    expect(packages.filter(([, { bin }]) => bin !== undefined && 'node' in bin)).toEqual([]);
    const { engines } = lock.packages[''] ?? {};
    const oldest = minVersion(engines?.node ?? '')?.version ?? '';
    expect(oldest).toBe('20.19.0');
    const others = packages.filter(([, { engines: needed }]) => !satisfies(oldest, needed?.node ?? '*'));
    expect(others.map(([path]) => path)).toEqual([]);
  });
});
