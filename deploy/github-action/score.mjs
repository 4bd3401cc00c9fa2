// Prints the score of a run: the mean of a crawl, or the lowest of the pages that were loaded; nothing if none was.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const [command, folder] = process.argv.slice(2);

function crawlScore() {
  return JSON.parse(readFileSync(join(folder, 'pagegrade.json'), 'utf8')).score.mean;
}

function lowestScore() {
  const lines = readFileSync(join(folder, 'pagegrade.ndjson'), 'utf8').split('\n').filter(Boolean);
  const pages = lines.map((line) => JSON.parse(line)).filter(({ error }) => error === null);
  return pages.length === 0 ? null : Math.min(...pages.map(({ score }) => score));
}

process.stdout.write(String((command === 'crawl' ? crawlScore() : lowestScore()) ?? ''));
