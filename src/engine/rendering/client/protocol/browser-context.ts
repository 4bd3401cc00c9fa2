import { settlesWithin } from '../../../../basics/settles-within.js';
import { type BrowserConnection } from './browser-connection.js';

/** How long a context may take to close. */
export const CLOSE_MS = 2000;

/** A context of a browser: what its pages store ends with it. */
export class BrowserContext {
  private constructor(
    readonly connection: BrowserConnection,
    readonly id: string,
  ) {}

  /** Only the browser itself has to answer, no renderer.
   *  @param proxy its URL; default: the browser's */
  static async create(connection: BrowserConnection, proxy?: string): Promise<BrowserContext> {
    const { browser } = connection;
    const { browserContextId } = await browser.send('Target.createBrowserContext', {
      disposeOnDetach: true,
      // Without the rule, loopback addresses are not proxied.
      ...(proxy !== undefined && { proxyServer: proxy, proxyBypassList: '<-loopback>' }),
    });
    const download = { behavior: 'deny', browserContextId, eventsEnabled: true } as const;
    await browser.send('Browser.setDownloadBehavior', download);
    return new BrowserContext(connection, browserContextId);
  }

  /** Ends its pages and all that they have stored.
   *  @returns whether they have ended, and the browser has not */
  async close(): Promise<boolean> {
    const { browser } = this.connection;
    const closing = browser
      .send('Target.disposeBrowserContext', { browserContextId: this.id })
      .then(() => true)
      .catch(() => false);
    return (await settlesWithin(CLOSE_MS, closing)) && closing;
  }
}
