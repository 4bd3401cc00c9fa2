/** A page that misbehaves: its HTML. Slow ones run only with HOSTILE_PAGES=all. */
export interface MisbehavingPage {
  readonly html: string;
  readonly isSlow?: boolean;
  /** Whether it makes the browser or its client work hard or die: others are rendered beside it. */
  readonly isFlood?: boolean;
  /** What the rendered document contains, for pages that are rendered in spite of it. */
  readonly rendered?: string;
}

const script = (text: string) => `<!doctype html><title>T</title><h1>Seen</h1><script>${text}</script>`;
const slow = (text: string) => ({ html: script(text), isSlow: true });
const quick = (text: string) => ({ html: script(text) });
const flood = (text: string) => ({ html: script(text), isFlood: true });
/** Of a kind that another one shows in less time. */
const slowFlood = (text: string) => ({ ...flood(text), isSlow: true });
const rendered = (text: string) => ({ html: script(text), rendered: 'Seen' });
const forever = (text: string) => `for (;;) { ${text} }`;

export const MISBEHAVING: Readonly<Record<string, MisbehavingPage>> = {
  'loops at once': slow(forever('')),
  'loops after load': slow(`onload = () => setTimeout(() => { ${forever('')} }, 50)`),
  'loops in each frame': slow(
    'const f = () => { const t = Date.now(); while (Date.now() - t < 3e3); requestAnimationFrame(f) }; f()',
  ),
  'fills the memory': flood('const a = []; for (;;) a.push(new Array(1e6).fill(Math.random()))'),
  'fills array buffers': quick(
    `const a = []; onload = () => setInterval(() => { const b = new Uint8Array(2e8); b.fill(1); a.push(b) }, 50)`,
  ),
  'has a regular expression without end': slow(`/^(a+)+$/.test('a'.repeat(60) + 'b')`),
  'waits in Atomics': rendered(
    `new Worker(URL.createObjectURL(new Blob(['Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'])))`,
  ),
  'has workers that spin': {
    ...rendered(`for (let i = 0; i < 8; i++) new Worker(URL.createObjectURL(new Blob(['for(;;);'])))`),
    isSlow: true,
  },
  'opens dialogs': rendered(`let n = 0; while (n++ < 300) { alert(n); confirm(n); prompt(n) }`),
  'opens dialogs for ever': slow(forever('alert(1)')),
  'holds who leaves': rendered(
    `onbeforeunload = (e) => { e.preventDefault(); return 'x' }; onunload = () => { for(;;); }`,
  ),
  'opens a page': quick(`open(location.href)`),
  'opens popups': rendered(`for (let i = 0; i < 300; i++) open('about:blank', 'w' + i)`),
  prints: rendered(`for (let i = 0; i < 20; i++) print()`),
  'starts downloads': rendered(
    `for (let i = 0; i < 50; i++) { const a = document.createElement('a'); a.href = 'data:application/zip,x'; a.download = 'x' + i; a.click() }`,
  ),
  'floods the console': quick(`for (let i = 0; i < 1e6; i++) console.error('x', i, { a: 1 })`),
  'logs 100 000 arguments of 1 kB': slowFlood(
    `for (let i = 0; i < 2; i++) console.log(...Array(100000).fill('y'.repeat(1000)))`,
  ),
  'logs 134 million characters': flood(`console.log('漢'.repeat(2 ** 27))`),
  'logs objects of 200 000 fields': flood(
    `const o = {}; for (let i = 0; i < 2e5; i++) o['field' + i] = i; for (let i = 0; i < 200; i++) console.log(o, o, o)`,
  ),
  'logs a million small arguments': flood(
    `for (let i = 0; i < 20; i++) console.log(...Array(50000).fill(undefined))`,
  ),
  'throws errors of 50 MB': slowFlood(
    `for (let i = 0; i < 3; i++) setTimeout(() => { throw new Error('y'.repeat(5e7)) })`,
  ),
  'has 200 workers with addresses of 2 MB': flood(
    `for (let i = 0; i < 200; i++) new Worker('data:text/javascript,' + i + '//' + 'y'.repeat(1.9e6))`,
  ),
  'fetches a data: address of 256 MB': flood(
    `fetch('data:text/plain,' + 'y'.repeat(2 ** 28)).catch(() => 0)`,
  ),
  'pushes states of 2 MB': slowFlood(
    `setInterval(() => { for (let i = 0; i < 20; i++) history.pushState(0, '', '?' + i + 'y'.repeat(1.9e6)) }, 10)`,
  ),
  'has a title of 50 MB': slowFlood(
    `document.title = 'x'.repeat(5e7); setInterval(() => document.title += 'x', 10)`,
  ),
  'opens frames with addresses of 2 MB': flood(
    `for (let i = 0; i < 100; i++) { const f = document.createElement('iframe'); f.src = 'data:text/html,' + 'y'.repeat(1.9e6); document.body.append(f) }`,
  ),
  'throws without end': quick(
    `setInterval(() => { for (let i = 0; i < 100; i++) setTimeout(() => { throw new Error('x') }) }, 0)`,
  ),
  'rejects without end': quick(
    `setInterval(() => { for (let i = 0; i < 500; i++) Promise.reject(new Error('x')) }, 0)`,
  ),
  'floods with requests': quick(
    `setInterval(() => { for (let i = 0; i < 300; i++) fetch('/x' + Math.random()).catch(() => 0) }, 0)`,
  ),
  'floods with refused requests': quick(
    `setInterval(() => { for (let i = 0; i < 300; i++) new Image().src = 'http://127.0.0.1:9/' + Math.random() }, 0)`,
  ),
  'navigates for ever': quick(`location = '/navigates for ever?' + Math.random()`),
  'pushes states for ever': rendered(
    `setInterval(() => { for (let i = 0; i < 100; i++) history.pushState(0, '', '?' + Math.random()) }, 1)`,
  ),
  'changes its hash for ever': rendered(`setInterval(() => { location.hash = Math.random() }, 0)`),
  'refreshes itself': { html: `<meta http-equiv="refresh" content="0"><h1>Seen</h1>` },
  'becomes about:blank': quick(`setTimeout(() => location = 'about:blank', 100)`),
  'becomes a blob': quick(
    `location = URL.createObjectURL(new Blob(['<h1>Blob</h1>'], { type: 'text/html' }))`,
  ),
  'becomes nothing': quick(`document.documentElement.remove()`),
  'closes itself': quick(`open('', '_self'); close(); window.close()`),
  'opens its document again': rendered(
    `onload = () => setTimeout(() => { document.open(); document.write('<h1>Seen</h1>'.repeat(1000)); }, 50)`,
  ),
  'has 3 million nodes': slow(
    `const f = document.createDocumentFragment(); for (let i = 0; i < 3e6; i++) f.append(document.createElement('p')); document.body.append(f)`,
  ),
  'has 10 000 frames': slow(
    `for (let i = 0; i < 1e4; i++) document.body.append(document.createElement('iframe'))`,
  ),
  'nests frames': {
    html: `<h1>Seen</h1><iframe src="/nests frames?1"></iframe><iframe src="/nests frames?2"></iframe>`,
  },
  'nests elements': quick(
    `let e = document.body; for (let i = 0; i < 2e4; i++) e = e.appendChild(document.createElement('div'))`,
  ),
  'has an attribute of 100 MB': quick(`document.body.setAttribute('a', 'x'.repeat(1e8))`),
  'has a title of 10 MB': quick(`document.title = 'x'.repeat(1e7 + 1e6)`),
  'has an endless address': quick(`history.replaceState(0, '', '?' + 'x'.repeat(1.9e6))`),
  'listens to an event with a name of 100 MB': quick(
    `document.body.append(document.createElement('a')); document.body.addEventListener('x'.repeat(1e8), () => 0)`,
  ),
  'has 2000 links that listen 20 times': {
    ...rendered(
      `for (let i = 0; i < 2000; i++) { const a = document.createElement('a'); for (let j = 0; j < 20; j++) a.addEventListener('x' + j, () => 0); document.body.append(a) }`,
    ),
    isFlood: true,
  },
  'fills its storage': rendered(
    `try { for (let i = 0; ; i++) localStorage[i] = 'x'.repeat(1e5) } catch {} for (let i = 0; i < 300; i++) document.cookie = i + '=' + 'x'.repeat(4000)`,
  ),
  'has a huge canvas': rendered(
    `const c = document.createElement('canvas'); c.width = c.height = 32000; c.getContext('2d')?.fillRect(0, 0, 32000, 32000); document.body.append(c)`,
  ),
  'is a million pixels high': rendered(
    `document.body.style.height = '1e7px'; document.body.style.width = '1e7px'`,
  ),
  'has slow styles': {
    html: `<style>${'*:has(* ~ *):not(:has(:empty)) { filter: blur(9px) }'.repeat(50)}</style><h1>Seen</h1>${'<div><p>a</p></div>'.repeat(5000)}`,
  },
  'has many filters': {
    html: `<style>div { filter: blur(99px) drop-shadow(9px 9px 99px red) }</style><h1>Seen</h1>${'<div>'.repeat(300)}x`,
    isSlow: true,
  },
  'observes all changes': rendered(
    `new MutationObserver(() => { document.body.append('x'); }).observe(document, { attributes: true, subtree: true })`,
  ),
  'posts messages for ever': slow(`onmessage = () => { postMessage(0); postMessage(0) }; postMessage(0)`),
  'never lets a microtask end': slow(`const f = () => Promise.resolve().then(f); f()`),
  'replaces the prototypes': rendered(`const no = () => { throw new Error('no') };
for (const type of [Element, Node, Document, Array, String, Object, Promise, XMLSerializer, Map, Set])
  for (const name of Object.getOwnPropertyNames(type.prototype)) try { Object.defineProperty(type.prototype, name, { get: no, set: no, configurable: true }) } catch {}
globalThis.getComputedStyle = globalThis.performance = globalThis.JSON = undefined`),
  'hides properties by names': {
    html: `<h1>Seen</h1><form>${['localName', 'hasAttribute', 'setAttribute', 'lastElementChild', 'previousElementSibling', 'shadowRoot', 'attributes'].map((name) => `<input name="${name}">`).join('')}</form>${['documentElement', 'doctype', 'URL', 'body', 'createTreeWalker'].map((name) => `<img name="${name}">`).join('')}`,
    rendered: 'Seen',
  },
  'goes to full screen': rendered(
    `document.documentElement.requestFullscreen().catch(() => 0); document.documentElement.requestPointerLock()`,
  ),
  'asks for everything': rendered(
    `navigator.geolocation.getCurrentPosition(() => 0); Notification.requestPermission(); navigator.mediaDevices?.getUserMedia({ audio: true }).catch(() => 0); navigator.serial?.requestPort().catch(() => 0); navigator.clipboard?.readText().catch(() => 0)`,
  ),
  'never ends its HTML': { html: '', isSlow: true },
  'never ends an image': { html: `<h1>Seen</h1><img src="/endless">`, rendered: 'Seen', isSlow: true },
  'reads without end': {
    ...rendered(`fetch('/endless').then(async (r) => { for await (const c of r.body); }).catch(() => 0)`),
    isSlow: true,
  },
  'has a service worker that never answers': rendered(
    `navigator.serviceWorker.register('/worker.js').then(() => fetch('/x'))`,
  ),
  'redirects for ever': { html: '' },
};
