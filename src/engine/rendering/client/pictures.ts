import { type ClientEvent, type ScreenshotKind } from '../client-messages.js';
import { type Device, EMULATIONS } from '../device.js';
import { TOO_LONG } from '../message-reader.js';
import { type ProtocolSession } from './protocol/protocol-session.js';

const MAX_FULL_HEIGHT_PX = 8000;
/** Text takes half the time and three quarters of the bytes without loss, photographs 35 times the bytes. */
const LOSSLESS = 100;
const LOSSY = 75;
/** Per pixel. Text was seen to take 0.05, photographs 1.6. */
const MAX_LOSSLESS_BYTES = 0.2;

export interface PictureTools {
  /** Limits a call to the browser in time. */
  readonly within: <T>(call: Promise<T>) => Promise<T>;
  /** Whether the page has not led elsewhere. */
  readonly isThere: () => Promise<boolean>;
  readonly tell: (event: ClientEvent) => void;
}

/** Takes pictures of one page. */
export class Pictures {
  /** Of the next picture: one that is large without loss says that the next is, too. */
  private quality: number = LOSSLESS;

  constructor(
    private readonly session: ProtocolSession,
    private readonly device: Device,
    private readonly tools: PictureTools,
  ) {}

  /** Tells of a picture, if the browser can take one. */
  async take(kind: ScreenshotKind): Promise<void> {
    try {
      this.quality = await this.taken(kind, this.quality);
    } catch {
      this.quality = LOSSY;
    }
  }

  /** @param quality at first: a picture that is large without loss is taken once more
   *  @returns the quality that it has */
  private async taken(kind: ScreenshotKind, quality: number): Promise<number> {
    const clip = kind === 'full' ? await this.wholePage() : null;
    const area = clip && { clip, captureBeyondViewport: true };
    const capture = { format: 'webp', quality, ...area } as const;
    const capturing = this.session.send('Page.captureScreenshot', capture).catch((error: unknown) => {
      if (quality === LOSSLESS && String(error).endsWith(TOO_LONG)) return null;
      throw error;
    });
    const captured = await this.tools.within(capturing);
    if (!captured) return this.taken(kind, LOSSY);
    const { viewport, scale } = EMULATIONS[this.device];
    const pixels = viewport.width * (clip ? clip.height * clip.scale : viewport.height) * scale ** 2;
    const webp = Buffer.from(captured.data, 'base64');
    if (quality === LOSSLESS && webp.length > pixels * MAX_LOSSLESS_BYTES) return this.taken(kind, LOSSY);
    if (await this.tools.isThere()) this.tools.tell({ event: 'screenshot', kind, webp });
    return quality;
  }

  /** As wide as the viewport in image pixels, even if the page is laid out wider. */
  private async wholePage() {
    const { viewport, scale } = EMULATIONS[this.device];
    const { cssContentSize, cssLayoutViewport } = await this.tools.within(
      this.session.send('Page.getLayoutMetrics'),
    );
    const width = Math.max(cssLayoutViewport.clientWidth, viewport.width);
    const zoom = viewport.width / width;
    const maxHeight = Math.floor(MAX_FULL_HEIGHT_PX / scale / zoom);
    const height = Math.min(Math.max(cssContentSize.height, viewport.height / zoom), maxHeight);
    return { x: 0, y: 0, width, height, scale: zoom };
  }
}
