import packaged, { inflate, setupLambdaEnvironment } from '@sparticuz/chromium';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
];

/** A headless Chromium: the machine's own, or else the one that npm brings. */
export async function startBrowser(): Promise<Browser> {
  const installed = [process.env.CHROMIUM_PATH, ...INSTALLED].find((path) => path && existsSync(path));
  return chromium.launch({ executablePath: installed ?? (await packagedChromium()), args: ARGUMENTS });
}

/** It needs libraries that a bare machine lacks; its package holds them for Amazon Linux 2023, and they serve any
 *  other Linux that is not older. */
async function packagedChromium(): Promise<string> {
  const folder = join(dirname(require.resolve('@sparticuz/chromium')), '..', 'bin');
  const libraries = await inflate(join(folder, 'al2023.tar.br'));
  setupLambdaEnvironment(join(libraries, 'lib'));
  return packaged.executablePath();
}
