import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentRootOf } from '../parity/document-root.js';
import { type LighthouseResult } from '../parity/lighthouse-result.js';
import { type ServedPage } from './pages.js';

const FOLDER = join(import.meta.dirname, 'cache/lighthouse');
const ENGINE = 'lighthouse 12.8.2, three categories with scores and a trace, a new browser per page';

/** Lighthouse's kept result of a page; undefined if the page or any other file of its folder has changed. */
export function keptResult(page: ServedPage): LighthouseResult | undefined {
  const file = fileOf(page);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as LighthouseResult) : undefined;
}

/** Keeps the result of a page. */
export function keepResult(page: ServedPage, result: LighthouseResult): void {
  const file = fileOf(page);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(result));
  renameSync(`${file}.new`, file);
}

function fileOf({ id, folder }: ServedPage): string {
  const { digest } = documentRootOf(folder);
  const hash = createHash('sha256').update([ENGINE, id, digest].join('\n')).digest('hex');
  return join(FOLDER, `${hash}.json`);
}
