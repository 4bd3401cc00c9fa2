/** Ways of a page to send a request, as HTML. The path names the way, so that a canary can tell which arrived.
 *  @param host of the canary, with its port
 *  @param udp port of the canary's UDP socket */
export function requestingPage(host: string, udp: number): string {
  const url = (kind: string) => `http://${host}/${kind}`;
  return `<!doctype html><html><head><title>Requests</title>
${LINKS.map((rel) => `<link rel="${rel}" href="${url(`link-${rel.replaceAll(/\W/g, '')}`)}" ${extra(rel)}>`).join('\n')}
<style>@import url(${url('css-import')}); @font-face { font-family: f; src: url(${url('css-font')}) }
#b { font-family: f; background: url(${url('css-background')}); cursor: url(${url('css-cursor')}), auto;
list-style-image: url(${url('css-list')}); mask-image: url(${url('css-mask')}); border-image: url(${url('css-border')}) }
#b::after { content: url(${url('css-content')}) }</style>
<script type="speculationrules">{"prefetch":[{"urls":["${url('rules-prefetch')}"]}],"prerender":[{"urls":["${url('rules-prerender')}"]}]}</script>
<script src="${url('script')}"></script><script type="module" src="${url('module')}"></script>
<script type="module">import '${url('module-import')}'</script>
</head><body><div id="b">text</div>
${ELEMENTS(url).join('\n')}
<script>${script(host, udp)}</script></body></html>`;
}

const LINKS = [
  ...[
    'stylesheet',
    'icon',
    'apple-touch-icon',
    'manifest',
    'preload',
    'prefetch',
    'modulepreload',
    'preconnect',
  ],
  ...[
    'dns-prefetch',
    'prerender',
    'alternate stylesheet',
    'search',
    'compression-dictionary',
    'import',
    'expect',
  ],
];

const extra = (rel: string) => (rel === 'preload' ? 'as="image"' : '');

const ELEMENTS = (url: (kind: string) => string) => [
  `<img src="${url('img')}"><img srcset="${url('srcset')} 1x"><picture><source srcset="${url('picture')}"><img></picture>`,
  `<iframe src="${url('iframe')}"></iframe><object data="${url('object')}"></object><embed src="${url('embed')}">`,
  `<video src="${url('video')}" poster="${url('poster')}" autoplay muted></video><audio src="${url('audio')}" autoplay></audio>`,
  `<video autoplay muted><source src="${url('source')}"></video>`,
  `<video autoplay muted src="data:,"><track default kind="captions" src="${url('track')}"></video>`,
  `<input type="image" src="${url('input')}"><table background="${url('table')}"></table><body background="${url('body')}">`,
  `<svg><image href="${url('svg-image')}" width="9" height="9"/><use href="${url('svg-use')}#a"/><foreignObject width="9" height="9"><img src="${url('svg-foreign')}"></foreignObject><feImage href="${url('svg-filter')}"/></svg>`,
  `<iframe srcdoc="<img src='${url('srcdoc-img')}'><script>fetch('${url('srcdoc-fetch')}', {mode:'no-cors'})</script>"></iframe>`,
  `<iframe src="data:text/html,<img src='${url('data-img')}'><script>new WebSocket('${url('data-ws').replace('http', 'ws')}')</script>"></iframe>`,
  `<iframe srcdoc="<script>location = '${url('frame-location')}'</script>"></iframe>`,
  `<iframe srcdoc="<meta http-equiv=refresh content='0;url=${url('frame-refresh')}'>"></iframe>`,
  `<iframe srcdoc="<form action='${url('frame-form')}' method=post></form><script>document.forms[0].submit()</script>"></iframe>`,
  `<iframe src="/redirect?${url('frame-redirect')}"></iframe><img src="/redirect?${url('img-redirect')}">`,
  `<a id="ping" ping="${url('ping')}" href="#x">ping</a><iframe name="named"></iframe>`,
  `<iframe src="/frame.xml?${url('xslt')}"></iframe><iframe src="/policy?${url('csp-report')}"></iframe>`,
  `<iframe src="/early?${url('early-hint')}"></iframe><iframe src="file:///etc/passwd"></iframe>`,
  `<iframe src="chrome://version"></iframe><iframe src="view-source:${url('view-source')}"></iframe>`,
];

/** In the page, U(kind) is the canary's URL. Faults of one way don't keep the others from being tried. */
const script = (host: string, udp: number) => `
const U = (kind) => 'http://${host}/' + kind, W = (kind) => 'ws://${host}/' + kind;
const blob = (text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
const ice = [{ urls: ['stun:${host}', 'stun:127.0.0.1:${udp}', 'stun:localhost:${udp}'] },
  { urls: ['turn:${host}?transport=tcp', 'turn:127.0.0.1:${udp}?transport=udp', 'turns:${host}?transport=tcp'], username: 'a', credential: 'b' }];
const ways = [
  () => fetch(U('fetch'), { mode: 'no-cors' }),
  () => fetch(U('fetch-post'), { method: 'POST', mode: 'no-cors', body: 'x' }),
  () => fetch(U('fetch-preflight'), { method: 'PUT', headers: { 'x-a': 'b' } }),
  () => fetch(U('keepalive'), { mode: 'no-cors', keepalive: true }),
  () => fetch('/redirect?' + U('fetch-redirect')),
  () => fetch('/redirect307?' + U('fetch-redirect307'), { method: 'POST', body: 'x' }),
  () => fetchLater(U('fetch-later'), { activateAfter: 0 }),
  () => { const x = new XMLHttpRequest(); x.open('GET', U('xhr')); x.send(); },
  () => navigator.sendBeacon(U('beacon'), 'x'),
  () => new EventSource(U('event-source')),
  () => new WebSocket(W('web-socket')),
  () => new WebSocket('wss://${host}/web-socket-secure'),
  () => new WebSocketStream(W('web-socket-stream')),
  () => new WebTransport('https://${host}/web-transport'),
  () => new Worker(blob('importScripts("' + U('worker-import') + '")')),
  () => new Worker(blob('fetch("' + U('worker-fetch') + '", { mode: "no-cors" }); new WebSocket("' + W('worker-ws') + '")')),
  () => new Worker(blob('import("' + U('worker-module') + '")'), { type: 'module' }),
  () => new SharedWorker(blob('fetch("' + U('shared-fetch') + '", { mode: "no-cors" }); importScripts("' + U('shared-import') + '")')),
  () => navigator.serviceWorker.register('/service-worker.js?' + U('service')),
  () => import(U('dynamic-import')),
  () => CSS.paintWorklet.addModule(U('paint-worklet')),
  () => new AudioContext().audioWorklet.addModule(U('audio-worklet')),
  () => open(U('window-open')),
  () => open(U('named-frame'), 'named'),
  () => document.getElementById('ping').click(),
  () => new Image().src = U('new-image'),
  () => new Audio(U('new-audio')).play(),
  () => new FontFace('g', 'url(' + U('font-face') + ')').load(),
  () => document.body.append(Object.assign(document.createElement('frameset'), { innerHTML: '<frame src="' + U('frame') + '">' })),
  () => { const p = new RTCPeerConnection({ iceServers: ice }); p.createDataChannel('a'); p.createOffer().then((o) => p.setLocalDescription(o)); },
  () => { const p = new RTCPeerConnection({ iceServers: ice, iceTransportPolicy: 'relay' }); p.createDataChannel('a'); p.createOffer().then((o) => p.setLocalDescription(o)); },
  () => { const p = new RTCPeerConnection(); p.createDataChannel('a'); p.createOffer().then((o) => p.setLocalDescription(o));
    p.setRemoteDescription({ type: 'offer', sdp: '' }); p.addIceCandidate({ candidate: 'candidate:1 1 udp 2122260223 127.0.0.1 ${udp} typ host', sdpMid: '0' }); },
  () => new PaymentRequest([{ supportedMethods: U('payment') }], { total: { label: 'a', amount: { currency: 'EUR', value: '1' } } }).canMakePayment(),
  () => navigator.serviceWorker.ready.then((r) => r.backgroundFetch.fetch('a', [U('background-fetch')])),
  () => navigator.credentials.get({ identity: { providers: [{ configURL: U('federated'), clientId: 'a' }] } }),
  () => document.execCommand('insertImage', false, U('insert-image')),
  () => { const d = document.createElement('div'); d.innerHTML = '<img src="' + U('inert-img') + '">'; },
  () => { const l = document.createElement('link'); l.rel = 'prefetch'; l.href = '/redirect?' + U('prefetch-redirect'); document.head.append(l); },
  () => { const f = document.createElement('iframe'); f.src = blob('x').replace(/x$/, ''); document.body.append(f); f.contentWindow.fetch(U('frame-fetch'), { mode: 'no-cors' }); },
  () => { const f = document.createElement('iframe'); document.body.append(f); f.contentWindow.location = U('frame-assign'); },
  () => { location.hash = 'a'; history.pushState(0, '', '/pushed'); },
];
for (const way of ways) try { Promise.resolve(way()).catch(() => 0); } catch {}
setTimeout(() => { for (const rel of ['preconnect', 'prefetch']) { const l = document.createElement('link'); l.rel = rel; l.href = U('late-' + rel); document.head.append(l); } }, 300);
`;
