import { parseArgs } from 'node:util';
import { documentation, releasedApps, type StaticSource, templates } from './documentation.js';
import { audited } from './pagegrade.js';
import { withPages } from './pages.js';
import { serve, type ServedFolder } from './server.js';

/** Prints which applications `script_rendered` misses, and on which pages of other kinds it finds a shell. */
const { values } = parseArgs({
  options: { only: { type: 'string', default: 'apps,documentation,templates,released' } },
});
const only = values.only.split(',');
const CHECK = ['--checks', 'script_rendered'];

if (only.includes('apps')) await measureApps();
if (only.includes('documentation')) {
  const { shells, others } = await measureFiles(documentation());
  console.log(`${shells.length} false alarms on ${shells.length + others.length} documentation pages`);
  list(shells);
}
if (only.includes('templates')) {
  const { shells, others } = await measureFiles(templates());
  console.log(`${shells.length} shells among ${shells.length + others.length} pages of templates and demos:`);
  list(shells);
}
if (only.includes('released')) {
  const { shells, others } = await measureFiles(releasedApps());
  console.log(
    `${shells.length} shells among ${shells.length + others.length} pages of released applications, all but:`,
  );
  list(others);
}

async function measureApps(): Promise<void> {
  await withPages({ corpus: 'apps', sites: /(?:)/ }, async (pages) => {
    const shells = await areShells(pages.map(({ url }) => url));
    const missed = pages.filter((_page, index) => shells[index] !== true);
    const apps = new Set(pages.map(({ folder }) => folder));
    const missedApps = new Set(missed.map(({ folder }) => folder));
    console.log(
      `${missedApps.size} of ${apps.size} applications missed, ${missed.length} of ${pages.length} pages`,
    );
    list(missed.map(({ id }) => id));
  });
}

async function measureFiles(sources: readonly StaticSource[]) {
  const served: ServedFolder[] = [];
  const pages: { id: string; url: string }[] = [];
  for (const { package: source, folder, paths } of sources) {
    const site = await serve(folder, { isApp: false });
    served.push(site);
    pages.push(...paths.map((path) => ({ id: source + path, url: site.origin + path })));
  }
  const results = await areShells(pages.map(({ url }) => url));
  for (const { stop } of served) stop();
  const idsOf = (isShell: boolean) =>
    pages.filter((_page, index) => results[index] === isShell).map(({ id }) => id);
  return { shells: idsOf(true), others: idsOf(false) };
}

function list(ids: readonly string[]): void {
  for (const id of ids) console.log(`  ${id}`);
}

/** Whether each page is a shell; undefined if it could not be audited. */
async function areShells(urls: readonly string[]): Promise<(boolean | undefined)[]> {
  const reports = await audited(urls, CHECK);
  return reports.map(({ checks }) => {
    const outcome = checks.find(({ id }) => id === 'script_rendered')?.outcome;
    return outcome === undefined ? undefined : outcome === 'fail';
  });
}
