import { type Dirent, existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Header, type ParityCase, textResponse } from './case.js';
import { CORPUS_SOURCES, type CorpusSource } from './corpus-sources.js';
import { HEADER_PROFILES } from './header-profiles.js';

/** Larger pages cost an accessibility engine minutes. */
const MAX_BYTES = 150_000;
const MAX_LINKS = 400;

const ROBOTS_TXT = [
  textResponse(404, 'text/html', '<h1>Not Found</h1>'),
  textResponse(200, 'text/plain', 'User-agent: *\nDisallow:\n'),
  textResponse(
    200,
    'text/plain',
    'User-agent: *\nDisallow: /search\nSitemap: https://www.example.org/sitemap.xml\n',
  ),
];

/** A page of the corpus, as it lies on the disk. */
export interface CorpusPage {
  readonly source: CorpusSource;
  readonly file: string;
  readonly body: Buffer;
}

/** Names of packages whose pages are missing on this machine. */
export function missingPackages(): string[] {
  return CORPUS_SOURCES.filter(({ folder }) => !existsSync(folder)).map((source) => source.package);
}

/** The corpus's pages: the same ones on every machine with the same packages.
 *  @throws Error where packages are missing */
export function corpusPages(): CorpusPage[] {
  const missing = missingPackages();
  if (missing.length > 0) {
    throw new Error(`apt-get install -y --no-install-recommends ${missing.join(' ')}`);
  }
  return CORPUS_SOURCES.flatMap(pagesOf);
}

/** The corpus as cases. */
export function corpusCases(pages: readonly CorpusPage[]): ParityCase[] {
  const counts = new Map<string, number>();
  return pages.map((page, index) => {
    const name = page.source.package.replaceAll(/[^a-z0-9]+/g, '-');
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return {
      id: `corpus-${name}-${count}`,
      path: `/${basename(dirname(page.file))}/${basename(page.file)}`,
      status: 200,
      ...corpusSettings(page.body, index),
      body: page.body,
      cause: `${page.source.generator}: ${page.file}`,
      tls: 'valid',
      resources: {},
    };
  });
}

/** How the n-th page of a corpus is served. */
export function corpusSettings(
  body: Buffer,
  index: number,
): Pick<ParityCase, 'headers' | 'robotsTxt' | 'plain'> {
  return {
    headers: [contentType(body, index), ...cyclic(HEADER_PROFILES, index)],
    robotsTxt: cyclic(ROBOTS_TXT, index),
    plain: index % 4 === 0 ? 'page' : 'redirect',
  };
}

/** So many files of the list, evenly spaced. */
export function spread<T>(files: readonly T[], count: number): T[] {
  const step = files.length / Math.min(count, files.length);
  return Array.from(
    { length: Math.floor(files.length / step) },
    (_, index) => files[Math.floor(index * step)],
  ).filter((file) => file !== undefined);
}

function pagesOf(source: CorpusSource): CorpusPage[] {
  return spread(htmlFiles(source.folder).sort(), source.pages).map((file) => ({
    source,
    file,
    body: readFileSync(file),
  }));
}

function htmlFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(
      (entry) => entry.isFile() && /\.x?html?(\.[a-z.-]+)?$/.test(entry.name) && !entry.name.endsWith('.gz'),
    )
    .map((entry) => pathOf(entry))
    .filter(isAffordable);
}

function pathOf(entry: Dirent): string {
  return join(entry.parentPath, entry.name);
}

/** Neither costly nor a mere redirect. */
export function isAffordable(file: string): boolean {
  const { size } = statSync(file);
  if (size === 0 || size > MAX_BYTES) return false;
  const html = readFileSync(file, 'latin1');
  return countOf(html, /<a\s/gi) <= MAX_LINKS && !/http-equiv\s*=\s*["']?refresh/i.test(html);
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Every other page that is UTF-8 says so in its header. */
function contentType(body: Buffer, index: number): Header {
  const isUtf8 = Buffer.from(body.toString('utf8')).equals(body);
  return ['Content-Type', isUtf8 && index % 2 === 1 ? 'text/html; charset=utf-8' : 'text/html'];
}

function cyclic<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}
