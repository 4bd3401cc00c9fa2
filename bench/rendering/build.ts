import { build, type Plugin } from 'esbuild';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { compile } from 'svelte/compiler';
import { type App, APPS, APPS_FOLDER, BUILT_FOLDER, seedOf } from './apps.js';
import { type Page, type Site } from './content/model.js';
import { siteOf } from './content/site.js';
import { html } from './views/elements.js';
import { contentViews } from './views/view.js';

const SVELTE: Plugin = {
  name: 'svelte',
  setup({ onLoad }) {
    onLoad({ filter: /\.svelte$/ }, ({ path }) => {
      const { js } = compile(readFileSync(path, 'utf8'), { filename: path, generate: 'client' });
      return { contents: js.code };
    });
  },
};

/** Builds all applications into the cache, each into a document root of its own. */
rmSync(BUILT_FOLDER, { recursive: true, force: true });
for (const app of APPS) await buildApp(app);
const pages = APPS.reduce((sum, { slugs }) => sum + slugs.length, 0);
console.log(`${APPS.length} applications with ${pages} pages: ${BUILT_FOLDER}`);

async function buildApp(app: App): Promise<void> {
  const source = join(APPS_FOLDER, app.id);
  const target = join(BUILT_FOLDER, app.id);
  const site = siteOf({ ...app, seed: seedOf(app), prefix: app.routing === 'hash' ? '#/' : '/' });
  for (const name of readdirSync(source).filter((file) => /^(index\.html|app\.js)$/.test(file))) {
    copy(join(source, name), join(target, name));
  }
  for (const path of app.vendor) {
    copy(join(import.meta.dirname, 'node_modules', path), join(target, 'vendor', basename(path)));
  }
  copy(join(import.meta.dirname, 'views/site.css'), join(target, 'assets/site.css'));
  writeContent(target, site);
  await bundle(app, target, site);
}

async function bundle(app: App, target: string, site: Site): Promise<void> {
  const source = join(APPS_FOLDER, app.source ?? app.id);
  const entry = ['main.js', 'main.jsx', 'main.ts']
    .map((name) => join(source, name))
    .find((path) => existsSync(path));
  if (entry === undefined) return;
  await build({
    entryPoints: { main: entry },
    outdir: join(target, 'assets'),
    bundle: true,
    format: 'esm',
    splitting: true,
    minify: true,
    target: 'es2023',
    conditions: ['browser'],
    logLevel: 'error',
    jsx: 'automatic',
    define: {
      MOUNT: JSON.stringify(app.mount),
      ROUTING: JSON.stringify(app.routing),
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false } },
    plugins: [contentPlugin(site), SVELTE],
  });
}

/** `import { site } from 'site:content'` */
function contentPlugin(site: Site): Plugin {
  return {
    name: 'content',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^site:content$/ }, ({ path }) => ({ path, namespace: 'content' }));
      onLoad({ filter: /.*/, namespace: 'content' }, () => ({
        contents: `export const site = ${JSON.stringify(site)};`,
      }));
    },
  };
}

/** What applications fetch: the content as JSON, as pieces of HTML and as Markdown; pictures; a frame. */
function writeContent(target: string, site: Site): void {
  write(join(target, 'api/site.json'), JSON.stringify(site));
  for (const page of site.pages) {
    const name = page.slug || 'index';
    write(join(target, `api/pages/${name}.json`), JSON.stringify(page));
    write(join(target, `partials/${name}.html`), partialOf(page));
    write(join(target, `${page.slug || 'README'}.md`), markdownOf(page));
  }
  for (let index = 1; index < 10; index += 1) write(join(target, `images/${index}.svg`), pictureOf(index));
  write(
    join(target, 'widgets/map.html'),
    '<!doctype html><html lang="en"><title>Map</title><p>You are here.</p></html>',
  );
  write(
    join(target, 'manifest.json'),
    JSON.stringify({ name: site.name, start_url: '/', display: 'standalone' }),
  );
}

/** A frame of the same id as in the shell is what Turbo looks for. */
function partialOf(page: Page): string {
  return `<turbo-frame id="board">${contentViews(html, page).join('\n')}</turbo-frame>`;
}

function markdownOf({ heading, blocks }: Page): string {
  const parts = blocks.map((block) => {
    const title = `${'#'.repeat(block.level)} ${block.heading}`;
    if (block.kind === 'text') return [title, ...block.paragraphs].join('\n\n');
    if (block.kind === 'list') return [title, block.items.map((text) => `- ${text}`).join('\n')].join('\n\n');
    if (block.kind !== 'cards') return '';
    const cards = block.cards.map(({ title: name, picture, link, text }) =>
      [`**${name}** ${text}`, `![${picture.alt ?? ''}](${picture.src})`, `[${link.text}](${link.href})`].join(
        '\n\n',
      ),
    );
    return [title, ...cards].join('\n\n');
  });
  return [`# ${heading}`, ...parts].join('\n\n');
}

function pictureOf(index: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><rect width="320" height="200" fill="hsl(${index * 40} 60% 50%)"/></svg>`;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}
