import { type RequestListener } from 'node:http';
import { startApp, type TestApp } from './app.js';
import { strangerSite, type StrangerSite } from './website.js';

/** The application, and a site that it may audit. */
export interface SiteApp extends TestApp {
  readonly site: StrangerSite;
}

/** @param answer of the site; by default the ordinary page for every path */
export async function startSiteApp(
  answer?: RequestListener,
  settings: Record<string, string> = {},
): Promise<SiteApp> {
  const site = await strangerSite(answer);
  const app = await startApp({ ALLOWED_TARGETS: site.target, ...settings });
  return {
    ...app,
    site,
    close: async () => {
      await app.close();
      await site.close();
    },
  };
}
