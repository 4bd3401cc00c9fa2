import { join } from 'node:path';
import { type App, APPS, BUILT_FOLDER, pathsOf } from './apps.js';
import { serve, type ServedFolder } from './server.js';

/** A page of an application while it is served. */
export interface ServedPage {
  /** Application and path. */
  readonly id: string;
  readonly app: App;
  readonly url: string;
}

/** Serves all applications while the function runs. */
export async function withApps<T>(use: (pages: readonly ServedPage[]) => Promise<T>): Promise<T> {
  const served: ServedFolder[] = [];
  try {
    const pages: ServedPage[] = [];
    for (const app of APPS) {
      const folder = await serve(join(BUILT_FOLDER, app.id), { isApp: true });
      served.push(folder);
      pages.push(...pathsOf(app).map((path) => ({ id: app.id + path, app, url: folder.origin + path })));
    }
    return await use(pages);
  } finally {
    for (const { stop } of served) stop();
  }
}
