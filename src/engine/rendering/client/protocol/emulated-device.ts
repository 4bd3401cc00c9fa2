import { type Device, EMULATIONS, userAgentOf } from '../../device.js';
import { type TargetKind } from './browser-page.js';
import { type ProtocolSession } from './protocol-session.js';

const LOCALE = 'en-US';
/** What Chrome says of the system besides the User-Agent header.
 *  @see https://wicg.github.io/ua-client-hints/ */
const SYSTEMS = {
  mobile: { platform: 'Android', platformVersion: '11', architecture: 'arm', model: '', mobile: true },
  desktop: { platform: 'Linux', platformVersion: '', architecture: 'x86', model: '', mobile: false },
} as const;

/** A device that pages, their frames and workers see. */
export class EmulatedDevice {
  private readonly userAgent: string;

  /** @param version of the browser, like `156.0.8078.79`
   *  @param product for the User-Agent header, like `Pagegrade/1.0.0` */
  constructor(
    private readonly device: Device,
    version: string,
    product: string,
  ) {
    this.userAgent = userAgentOf(device, version, product);
  }

  apply(session: ProtocolSession, kind: TargetKind): Promise<unknown>[] {
    const { userAgent, device } = this;
    const userAgentMetadata = SYSTEMS[device];
    const identity = { userAgent, acceptLanguage: LOCALE, userAgentMetadata };
    const identifying = session.send('Emulation.setUserAgentOverride', identity);
    if (kind === 'worker') return [identifying];
    const ofFrame = [identifying, session.send('Emulation.setLocaleOverride', { locale: LOCALE })];
    const { viewport, scale, isMobile } = EMULATIONS[device];
    if (isMobile) ofFrame.push(session.send('Emulation.setTouchEmulationEnabled', { enabled: true }));
    if (kind === 'iframe') return ofFrame;
    const metrics = { ...viewport, deviceScaleFactor: scale, mobile: isMobile };
    return [
      ...ofFrame,
      session.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
      session.send('Emulation.setDeviceMetricsOverride', metrics),
      fitWindow(session, viewport),
    ];
  }
}

/** What scripts see as the outer size of the window. Browsers without windows have none. */
async function fitWindow(
  session: ProtocolSession,
  bounds: { readonly width: number; readonly height: number },
): Promise<void> {
  try {
    const { windowId } = await session.send('Browser.getWindowForTarget');
    await session.send('Browser.setWindowBounds', { windowId, bounds });
  } catch {
    return;
  }
}
