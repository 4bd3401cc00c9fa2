import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isAffordable, spread } from '../parity/corpus.js';
import { CORPUS_SOURCES } from '../parity/corpus-sources.js';
import {
  APPLICATIONS,
  MORE_DOCUMENTATION,
  MORE_TEMPLATES,
  TEMPLATES,
  type WholeSource,
} from '../parity/whole/sources.js';
import { unpackedPackage } from '../parity/whole/npm-package.js';

/** A folder of pages that have their content without scripts. */
export interface StaticSource {
  readonly package: string;
  readonly folder: string;
  /** Paths of pages from the root, as in addresses. */
  readonly paths: readonly string[];
}

const HTML = /\.x?html?(\.[a-z.-]+)?$/;
/** More would only repeat what a generator makes. */
const PAGES_PER_PACKAGE = 24;

/** Pages of the Debian packages that the parity bench takes documentation from.
 *  @throws Error if packages are missing */
export function documentation(): StaticSource[] {
  const sources = [
    ...CORPUS_SOURCES.map((source) => ({ package: source.package, root: source.folder })),
    ...MORE_DOCUMENTATION,
  ];
  const missing = sources.filter(({ root }) => !existsSync(root)).map((source) => source.package);
  if (missing.length > 0) throw new Error(`apt-get install -y --no-install-recommends ${missing.join(' ')}`);
  return sources.map((source) =>
    sourceOf(source.package, source.root, { pages: PAGES_PER_PACKAGE, files: HTML }),
  );
}

/** Templates of websites and dashboards, the parity bench's and more, from npm packages whose name and version match. */
export function templates(only = /(?:)/): StaticSource[] {
  return [...TEMPLATES, ...MORE_TEMPLATES].filter((source) => only.test(source.package)).map(unpacked);
}

/** The parity bench's applications, from npm packages whose name and version match. */
export function releasedApps(only = /(?:)/): StaticSource[] {
  return APPLICATIONS.filter((source) => only.test(source.package)).map(unpacked);
}

function unpacked(source: WholeSource): StaticSource {
  return sourceOf(source.package, join(unpackedPackage(source.package), source.root), source);
}

function sourceOf(
  name: string,
  folder: string,
  { pages, files }: { pages: number; files: RegExp },
): StaticSource {
  const paths = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => files.test(path) && !path.endsWith('.gz') && isPage(join(folder, path)))
    .sort();
  return {
    package: name,
    folder,
    paths: spread(paths, pages).map((path) => `/${path.split(sep).map(encodeURIComponent).join('/')}`),
  };
}

function isPage(file: string): boolean {
  return existsSync(file) && statSync(file).isFile() && isAffordable(file);
}
