import { type BrowserConnection } from './browser-connection.js';

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

  /** Ends its pages and all that they have stored. */
  async close(): Promise<void> {
    await this.connection.browser.send('Target.disposeBrowserContext', { browserContextId: this.id });
  }
}
