import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type Header, type ParityCase } from '../case.js';
import { corpusSettings, isAffordable, spread } from '../corpus.js';
import { CORPUS_SOURCES } from '../corpus-sources.js';
import { documentRootOf } from '../document-root.js';
import { unpackedPackage } from './npm-package.js';
import { APPLICATIONS, MORE_DOCUMENTATION, TEMPLATES, type WholeSource } from './sources.js';

/** Differences of one half may be studied; of the other, only the figures are reported. */
export type Half = 'look' | 'held';

/** The half that a case belongs to, which its id alone decides. */
export function halfOf(id: string): Half {
  return (createHash('sha256').update(id).digest()[0] ?? 0) % 2 === 0 ? 'look' : 'held';
}

const SOURCES: readonly WholeSource[] = [
  ...CORPUS_SOURCES.map((source) => ({
    package: source.package,
    kind: 'documentation' as const,
    root: source.folder,
    files: /\.x?html?(\.[a-z.-]+)?$/,
    pages: Math.ceil(source.pages / 2),
  })),
  ...MORE_DOCUMENTATION,
  ...TEMPLATES,
  ...APPLICATIONS,
];

interface WholePage {
  readonly source: WholeSource;
  readonly root: string;
  readonly file: string;
}

/** The corpus `whole`: the same cases on every machine with the same packages.
 *  @throws Error if Debian packages are missing */
export function wholeCases(): ParityCase[] {
  const missing = SOURCES.filter(({ root }) => root.startsWith('/') && !existsSync(root));
  if (missing.length > 0) {
    const names = missing.map((source) => source.package).join(' ');
    throw new Error(`apt-get install -y --no-install-recommends ${names}`);
  }
  return SOURCES.flatMap(pagesOf).map(caseOf);
}

function pagesOf(source: WholeSource): WholePage[] {
  const root = source.root.startsWith('/') ? source.root : join(unpackedPackage(source.package), source.root);
  const files = readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => source.files.test(path) && !path.endsWith('.gz'))
    .map((path) => join(root, path))
    .filter((file) => isFile(file) && isPage(file, source))
    .sort();
  if (files.length === 0) console.log(`${source.package}: no pages that are small enough`);
  return spread(files, source.pages).map((file) => ({ source, root, file }));
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}

/** Not a redirect, nor a fragment for other pages to include. */
function isPage(file: string, { kind }: WholeSource): boolean {
  if (kind === 'application') return statSync(file).size > 0;
  return isAffordable(file) && (kind === 'documentation' || /<html[\s>]/i.test(readFileSync(file, 'latin1')));
}

const counts = new Map<string, number>();

function caseOf({ source, root, file }: WholePage, index: number): ParityCase {
  const name = nameOf(source);
  const count = (counts.get(name) ?? 0) + 1;
  counts.set(name, count);
  const path = relative(root, file).split(sep).map(encodeURIComponent).join('/');
  const { robotsTxt, headers, plain } = corpusSettings(readFileSync(file), index);
  return {
    id: `${name}-${count}`,
    path: path === 'index.html' ? '/' : `/${path}`,
    status: 200,
    headers: headers.filter(isHarmless),
    body: readFileSync(file),
    robotsTxt,
    cause: `${source.kind}, ${source.package}: ${relative(root, file)}`,
    tls: 'valid',
    plain,
    resources: {},
    root: documentRootOf(root),
  };
}

/** A label of a host name, without the version. */
function nameOf({ package: spec }: WholeSource): string {
  return spec
    .replace(/(?<=.)@.*$/, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** The policy of no site but one that was made for it: it would stop the page's own scripts. */
function isHarmless([name]: Header): boolean {
  return name !== 'Content-Security-Policy';
}
