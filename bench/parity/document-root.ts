import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { type RawResponse } from './case.js';

/** A folder whose files are served as they are. */
export interface DocumentRoot {
  readonly folder: string;
  /** SHA-256 over the names and contents of all files. */
  readonly digest: string;
}

/** Where symbolic links of Debian packages may lead. */
const SHARED_FOLDER = '/usr/share';

const TYPES: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.css': 'text/css',
  '.eot': 'application/vnd.ms-fontobject',
  '.gif': 'image/gif',
  '.htm': 'text/html',
  '.html': 'text/html',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.map': 'application/json',
  '.mjs': 'text/javascript',
  '.otf': 'font/otf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.xhtml': 'application/xhtml+xml',
  '.xml': 'application/xml',
};

const digests = new Map<string, string>();

/** The folder as a document root; reads all of its files. */
export function documentRootOf(folder: string): DocumentRoot {
  const digest = digests.get(folder) ?? digestOf(folder);
  digests.set(folder, digest);
  return { folder, digest };
}

/** The file at the path of a request, or a folder's index.html; undefined if there is none. */
export function fileResponse({ folder }: DocumentRoot, path: string): RawResponse | undefined {
  const wanted = join(folder, decoded(path), path.endsWith('/') ? 'index.html' : '');
  if (!existsSync(wanted)) return undefined;
  const file = realpathSync(wanted);
  const mayLeadTo = [
    realpathSync(folder),
    ...(folder.startsWith(SHARED_FOLDER + sep) ? [SHARED_FOLDER] : []),
  ];
  if (!mayLeadTo.some((parent) => file.startsWith(parent + sep))) return undefined;
  if (!statSync(file).isFile()) return undefined;
  const type = TYPES[extname(wanted).toLowerCase()] ?? 'application/octet-stream';
  return { status: 200, headers: [['Content-Type', type]], body: readFileSync(file) };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function digestOf(folder: string): string {
  const hash = createHash('sha256');
  for (const file of filesUnder(folder)) {
    hash.update(`${file.slice(folder.length)}\0`);
    hash.update(createHash('sha256').update(readFileSync(file)).digest());
  }
  return hash.digest('hex');
}

/** All files in order, those behind symbolic links too; a folder that leads back to one above it is left out. */
function filesUnder(folder: string, above: readonly string[] = []): string[] {
  const real = realpathSync(folder);
  if (above.includes(real)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name))
    .filter((path) => existsSync(path))
    .flatMap((path) => {
      const stat = statSync(path);
      if (stat.isDirectory()) return filesUnder(path, [...above, real]);
      return stat.isFile() ? [path] : [];
    });
}
