export const DEVICES = ['mobile', 'desktop'] as const;
export type Device = (typeof DEVICES)[number];

/** What a browser emulates; lengths in CSS pixels. */
export interface Emulation {
  readonly viewport: { readonly width: number; readonly height: number };
  readonly scale: number;
  readonly isMobile: boolean;
}

/** Both as in Lighthouse.
 *  @see https://github.com/GoogleChrome/lighthouse/blob/main/core/config/constants.js */
export const EMULATIONS: Readonly<Record<Device, Emulation>> = {
  mobile: { viewport: { width: 412, height: 823 }, scale: 1.75, isMobile: true },
  desktop: { viewport: { width: 1350, height: 940 }, scale: 1, isMobile: false },
};

/** User-Agent header of a device, with the name of the product that loads the page.
 *  @param version of the browser, like `156.0.8078.79` */
export function userAgentOf(device: Device, version: string, product: string): string {
  const [major = ''] = version.split('.', 1);
  const system = device === 'mobile' ? 'Linux; Android 11; moto g power (2022)' : 'X11; Linux x86_64';
  const mobile = device === 'mobile' ? ' Mobile' : '';
  return `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0${mobile} Safari/537.36 ${product}`;
}
