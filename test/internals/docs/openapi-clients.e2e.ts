import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { type SiteApp, startSiteApp } from '../../support/site-app.js';
import { storedReport } from '../../support/reports.js';

const FOLDER = resolve('test/openapi-clients');
const DOCUMENT = resolve(FOLDER, 'clients/openapi.json');
/** Arguments of each generator, at its default settings. */
const GENERATORS = {
  'openapi-typescript': ['openapi-typescript', DOCUMENT, '-o', 'clients/openapi-typescript/schema.ts'],
  'hey-api': ['openapi-ts', '-i', DOCUMENT, '-o', 'clients/hey-api'],
  oazapfts: ['oazapfts', DOCUMENT, 'clients/oazapfts/api.ts'],
  'openapi-typescript-codegen': [
    'openapi',
    '--input',
    DOCUMENT,
    '--output',
    'clients/openapi-typescript-codegen',
  ],
};

let test: SiteApp;

/** Runs a program in the folder of the clients.
 *  @throws Error with everything that it printed, if it fails */
async function run(
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<void> {
  await promisify(execFile)(program, args, { cwd: FOLDER, env: { ...process.env, ...env } }).catch(
    (error: unknown) => {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`);
    },
  );
}

const installed = (name: string) => resolve(FOLDER, 'node_modules/.bin', name);

beforeAll(async () => {
  test = await startSiteApp();
  for (let n = 0; n < 12; n++) await storedReport(test, test.owner, `https://listed.example/${String(n)}`);
  await run('npm', ['ci', '--ignore-scripts', '--prefer-offline']);
  await rm(resolve(FOLDER, 'clients'), { recursive: true, force: true });
  await mkdir(resolve(FOLDER, 'clients/oazapfts'), { recursive: true });
  const { text } = await test.call('get', '/openapi.json').expect(200);
  await writeFile(DOCUMENT, text);
  for (const [name = '', ...args] of Object.values(GENERATORS)) await run(installed(name), args);
}, 180_000);

afterAll(() => test.close());

it('generated clients and what uses them compile', async () => {
  await run(installed('tsc'), ['--project', '.']);
});

it.each(Object.keys(GENERATORS))('a client by %s audits, lists, and makes a webhook', async (name) => {
  await run(resolve('node_modules/.bin/tsx'), [`${name}.ts`], {
    BASE: test.url,
    KEY: test.owner.key,
    PAGE: test.site.origin,
  });
});
