import { join } from 'node:path';
import { APPS, BUILT_FOLDER, pathsOf } from './apps.js';
import { releasedApps, templates } from './documentation.js';
import { serve, type ServedFolder } from './server.js';

/** A page while it is served. */
export interface ServedPage {
  /** Application or package, and path. */
  readonly id: string;
  /** Of all files that are served with it. */
  readonly folder: string;
  readonly url: string;
}

interface Site {
  readonly name: string;
  readonly folder: string;
  readonly paths: readonly string[];
  readonly isApp: boolean;
}

/** `apps`: the applications that are built here. `released`: templates and applications as published in npm packages. */
export const CORPORA = ['apps', 'released'] as const;

/** Pages to serve. */
export interface Selection {
  readonly corpus: string;
  /** Of applications, or of packages, which are downloaded only if they match. */
  readonly sites: RegExp;
}

/** Serves pages while the function runs. */
export async function withPages<T>(
  selection: Selection,
  use: (pages: readonly ServedPage[]) => Promise<T>,
): Promise<T> {
  const served: ServedFolder[] = [];
  try {
    const pages: ServedPage[] = [];
    for (const { name, folder, paths, isApp } of sitesOf(selection)) {
      const site = await serve(folder, { isApp });
      served.push(site);
      pages.push(...paths.map((path) => ({ id: name + path, folder, url: site.origin + path })));
    }
    return await use(pages);
  } finally {
    for (const { stop } of served) stop();
  }
}

function sitesOf({ corpus, sites }: Selection): Site[] {
  if (corpus === 'released') {
    return [...templates(sites), ...releasedApps(sites)].map(({ package: name, folder, paths }) => ({
      name,
      folder,
      paths,
      isApp: false,
    }));
  }
  if (corpus !== 'apps') throw new Error(`There is no corpus ${corpus}, only ${CORPORA.join(', ')}.`);
  return APPS.filter(({ id }) => sites.test(id)).map((app) => ({
    name: app.id,
    folder: join(BUILT_FOLDER, app.id),
    paths: pathsOf(app),
    isApp: true,
  }));
}
