/** The flags that keep every request in the proxy. All but the resolver's rules are needed for that; each was attacked.
 *  @param proxy its URL */
export function proxyArguments(proxy: string): string[] {
  return [
    `--proxy-server=${proxy}`,
    // Without it, loopback addresses are not proxied.
    '--proxy-bypass-list=<-loopback>',
    // WebRTC would send UDP. Whole browsers know the first flag only, the headless shell the second.
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--disable-quic',
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    '--no-pings',
    '--block-new-web-contents',
    '--disable-gpu',
    '--mute-audio',
  ];
}

export interface LaunchOptions {
  /** Path of its folder. */
  readonly profile: string;
  /** URL of the proxy. */
  readonly proxy: string;
  readonly hasSandbox: boolean;
  /** Of requests for which no device is emulated: those of service workers. */
  readonly userAgent: string;
}

/** All arguments of a browser. */
export function launchArguments({ profile, proxy, hasSandbox, userAgent }: LaunchOptions): string[] {
  return [
    '--headless',
    '--remote-debugging-pipe',
    '--no-startup-window',
    `--user-data-dir=${profile}`,
    `--user-agent=${userAgent}`,
    ...(hasSandbox ? [] : ['--no-sandbox']),
    ...DEFAULTS,
    ...proxyArguments(proxy),
  ];
}

/** Features that are switched on. The network would be a process of its own otherwise, of some 10 MB, and without a sandbox
 *  on Linux; the collection of traces one of 10 to 18 MB. It only copies what the other processes have written. */
const FEATURES_ON = ['CDPScreenshotNewSurface', 'NetworkServiceInProcess2', 'TracingServiceInProcess'];

/** Features that are switched off. With `RenderDocument`, a browser loses at the next document what it was told to report
 *  of the page: questions for the place and for notifications. The last three start processes that no page needs: a renderer in
 *  reserve, and in whole browsers that of suggestions for addresses. */
const FEATURES_OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'PreconnectToSearch',
  'RenderDocument',
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

const DEFAULTS = [
  '--allow-pre-commit-input',
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
  '--disable-back-forward-cache',
  '--disable-background-networking',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-breakpad',
  '--disable-component-extensions-with-background-pages',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  `--disable-features=${FEATURES_OFF.join(',')}`,
  '--disable-field-trial-config',
  '--disable-hang-monitor',
  '--disable-popup-blocking',
  '--disable-prompt-on-repost',
  '--disable-renderer-backgrounding',
  '--disable-search-engine-choice-screen',
  '--disable-stack-profiler',
  '--disable-sync',
  `--enable-features=${FEATURES_ON.join(',')}`,
  '--enable-unsafe-swiftshader',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
  '--metrics-recording-only',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-service-autorun',
  '--password-store=basic',
  '--use-mock-keychain',
];
