import { type LaunchedChrome, Launcher, launch } from 'chrome-launcher';
import { DOMAIN } from './case.js';

/** How a Chromium finds the site, and trusts it. */
export interface SiteAccess {
  readonly httpPort: string;
  readonly httpsPort: string;
  /** base64 SHA-256 of the key that the site's certificate is for. */
  readonly spki: string;
  /** URL of a proxy for all hosts but 127.0.0.1; without it, there are no other hosts. */
  readonly proxy?: string | undefined;
}

/** Debian's, or another one. */
export const CHROME_PATH = process.env.CHROME_PATH ?? '/usr/bin/chromium';

const UNWANTED_FEATURES = ['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable'];

/** Starts a Chromium for which only the cases' hosts exist. */
export function launchChromium(access: SiteAccess): Promise<LaunchedChrome> {
  return launch({
    chromePath: CHROME_PATH,
    ignoreDefaultFlags: true,
    chromeFlags: [
      ...Launcher.defaultFlags().map(withoutFeatures),
      '--headless=new',
      // With scrollbars, the first frame of a page comes a second or two late in about half of the loads.
      '--hide-scrollbars',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      `--ignore-certificate-errors-spki-list=${access.spki}`,
      access.proxy === undefined
        ? `--host-resolver-rules=${resolverRules(access)}`
        : `--proxy-server=${access.proxy}`,
    ],
    logLevel: 'error',
  });
}

/** Of several such flags, Chromium heeds the last one alone. */
function withoutFeatures(flag: string): string {
  return flag.startsWith('--disable-features=') ? [flag, ...UNWANTED_FEATURES].join(',') : flag;
}

function resolverRules({ httpPort, httpsPort }: SiteAccess): string {
  return [
    `MAP *.${DOMAIN}:443 127.0.0.1:${httpsPort}`,
    `MAP *.${DOMAIN}:80 127.0.0.1:${httpPort}`,
    'MAP * ~NOTFOUND',
    'EXCLUDE 127.0.0.1',
  ].join(',');
}
