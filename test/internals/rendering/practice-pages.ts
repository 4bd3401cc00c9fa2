import { type RequestListener } from 'node:http';

/** A page, and the audits of Lighthouse's category best practices that it fails on a phone: all others pass. */
interface PracticePage {
  readonly body?: string;
  /** Default: {@link HEAD}. */
  readonly head?: string;
  /** Default: HTML's. */
  readonly doctype?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly failed: readonly string[];
}

const VIEWPORT = '<meta name="viewport" content="width=device-width, initial-scale=1">';
const HEAD = `<title>Shoes</title>${VIEWPORT}<link rel="icon" href="/icon.bmp">`;
/** So that each page paints something. */
const SQUARE = '<svg width="9" height="9"><rect width="9" height="9"/></svg>';
const script = (text: string) => `<script>${text}</script>`;
const image = (file: string, attributes: string) => `<p><img src="/${file}" alt="" ${attributes}></p>`;

/** By name. Other hosts are named `OTHER`. */
export const PRACTICE_PAGES: Readonly<Record<string, PracticePage>> = {
  good: { body: '<p>Text</p>', failed: [] },
  'an error of a script': { body: script('console.error("lost")'), failed: ['errors-in-console'] },
  'an exception': { body: script('throw new Error("lost")'), failed: ['errors-in-console'] },
  'a rejected promise': { body: script('Promise.reject(new Error("lost"))'), failed: ['errors-in-console'] },
  'a missing file': { body: '<script src="/missing.js"></script>', failed: ['errors-in-console'] },
  'warnings and assertions': {
    body: script(
      'console.warn("old"); console.assert(false, "no"); console.log("text"); console.info("text")',
    ),
    failed: [],
  },
  'a missing icon': {
    head: `<title>Shoes</title>${VIEWPORT}<link rel="icon" href="/missing.png">`,
    failed: ['errors-in-console'],
  },
  'an icon without a file': {
    head: `<title>Shoes</title>${VIEWPORT}<link rel="icon" href="data:,">`,
    failed: [],
  },
  'no icon at all': { head: `<title>Shoes</title>${VIEWPORT}`, failed: ['errors-in-console'] },
  'an icon for touch screens alone': {
    head: `<title>Shoes</title>${VIEWPORT}<link rel="apple-touch-icon" href="/icon.bmp">`,
    failed: ['errors-in-console'],
  },
  'a missing icon for touch screens': {
    head: `${HEAD}<link rel="apple-touch-icon" href="/missing.png">`,
    failed: [],
  },
  'a missing image that is the icon of another host': {
    body: '<p><img src="OTHER/favicon.ico" alt=""></p>',
    failed: ['errors-in-console'],
  },
  'a file of the visitor': {
    body: '<p><img src="file:///C:/shoe.png" alt=""></p>',
    failed: ['errors-in-console', 'is-on-https'],
  },
  'a question for the place': {
    body: script('navigator.geolocation.getCurrentPosition(() => {}, () => {})'),
    failed: ['geolocation-on-start'],
  },
  'a question for notifications': {
    body: script('Notification.requestPermission()'),
    failed: ['notification-on-start'],
  },
  'an input that refuses pasted text': {
    body: '<label>Code <input onpaste="return false"></label>',
    failed: ['paste-preventing-inputs'],
  },
  'inputs that allow it': {
    body: `<label>Code <input onpaste="seen = true"></label><label>Fixed <input readonly onpaste="return false"></label>
<label>Text <textarea></textarea></label><p onpaste="return false">No input</p>`,
    failed: [],
  },
  'a refusing input in a shadow tree': {
    body: `<div id="host"></div>${script(`const root = document.getElementById('host').attachShadow({ mode: 'open' });
root.innerHTML = '<label>Code <textarea></textarea></label>';
root.querySelector('textarea').addEventListener('paste', (event) => event.preventDefault())`)}`,
    failed: ['paste-preventing-inputs'],
  },
  'a distorted image': {
    body: image('300x300.bmp', 'width="150" height="100"'),
    failed: ['image-aspect-ratio'],
  },
  'a cropped image': {
    body: image('300x300.bmp', 'width="150" height="100" style="object-fit: cover"'),
    failed: [],
  },
  'an image with rounded sides': { body: image('299x300.bmp', 'width="100" height="100"'), failed: [] },
  'a blurred image': {
    body: image('100x100.bmp', 'width="200" height="200"'),
    failed: ['image-size-responsive'],
  },
  'a sharp image': { body: image('225x225.bmp', 'width="200" height="200"'), failed: [] },
  'a blurred icon': { body: image('90x90.bmp', 'width="64" height="64"'), failed: ['image-size-responsive'] },
  'a sharp icon': { body: image('96x96.bmp', 'width="64" height="64"'), failed: [] },
  'a blurred image below the viewport': {
    body: `<div style="height: 3000px"></div>${image('100x100.bmp', 'width="200" height="200"')}`,
    failed: [],
  },
  'pixel art': {
    body: image('16x16.bmp', 'width="160" height="160" style="image-rendering: pixelated"'),
    failed: [],
  },
  'sources by density': {
    body: image('100x100.bmp', 'srcset="/100x100.bmp 1x, /150x150.bmp 1.5x" width="200" height="200"'),
    failed: [],
  },
  'sources by width that are blurred': {
    body: image('100x100.bmp', 'srcset="/100x100.bmp 100w" sizes="200px" width="200" height="200"'),
    failed: ['image-size-responsive'],
  },
  'a picture that is distorted': {
    body: '<picture><source srcset="/400x400.bmp"><img src="/100x100.bmp" alt="" width="200" height="100"></picture>',
    failed: ['image-aspect-ratio'],
  },
  'drawings of any size': { body: image('drawing.svg', 'width="300" height="300"'), failed: [] },
  'a drawing without a name': { body: image('drawing', 'width="300" height="300"'), failed: [] },
  'no viewport': {
    head: '<title>Shoes</title><link rel="icon" href="/icon.bmp">',
    body: '<p>Text</p>',
    failed: ['font-size', 'viewport'],
  },
  'a viewport that shows more': {
    head: HEAD.replace('initial-scale=1', 'initial-scale=0.5'),
    body: '<p>Text</p>',
    failed: ['font-size', 'viewport'],
  },
  'small text': { body: '<p style="font-size: 11.9px">Text</p>', failed: ['font-size'] },
  'enough large text': {
    body: '<p>123456</p><p style="font-size: 9px">1234</p><p style="font-size: 9px; visibility: hidden">1234</p>',
    failed: [],
  },
  'too little large text': {
    body: '<p>12345</p><p style="font-size: 9px">1234</p>',
    failed: ['font-size'],
  },
  'no text': { body: '', failed: [] },
  'no doctype': { doctype: '', body: '<p>Text</p>', failed: ['doctype'] },
  'an old doctype': {
    doctype:
      '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">',
    body: '<p>Text</p>',
    failed: ['doctype'],
  },
  'no charset': { headers: { 'content-type': 'text/html' }, body: '<p>Text</p>', failed: ['charset'] },
  'a request that waits': {
    body: script('const r = new XMLHttpRequest(); r.open("GET", "/icon.bmp", false); r.send()'),
    failed: ['deprecations'],
  },
  'a cookie for others without TLS': {
    headers: { 'set-cookie': 'a=1; SameSite=None' },
    body: '<p>Text</p>',
    failed: ['inspector-issues'],
  },
  'a script that the policy forbids': {
    headers: { 'content-security-policy': "script-src 'none'" },
    body: script('lost()'),
    failed: ['errors-in-console', 'inspector-issues'],
  },
  'an image that its site keeps to itself': {
    body: '<img src="OTHER/kept.bmp" alt="">',
    failed: ['errors-in-console', 'inspector-issues'],
  },
};

/** Serves the pages by name, icons, and images by size: `/300x200.bmp`.
 *  @param other origin of another site with the same files */
export function practiceSite(other: () => string): RequestListener {
  return ({ url = '' }, response) => {
    const name = decodeURIComponent(url.slice(1));
    const page = Object.hasOwn(PRACTICE_PAGES, name) ? PRACTICE_PAGES[name] : undefined;
    const [type, body] = page ? ['text/html; charset=utf-8', htmlOf(page, other())] : fileNamed(name);
    const policy = name === 'kept.bmp' ? { 'cross-origin-resource-policy': 'same-origin' } : null;
    response
      .writeHead(body === null ? 404 : 200, { 'content-type': type, ...policy, ...page?.headers })
      .end(body ?? '');
  };
}

function htmlOf(
  { doctype = '<!doctype html>', head = HEAD, body = '' }: PracticePage,
  other: string,
): string {
  return `${doctype}<html lang="en"><head>${head}</head><body>${SQUARE}${body.replaceAll('OTHER', other)}</body></html>`;
}

const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';

function fileNamed(name: string): [type: string, body: string | Buffer | null] {
  if (name.startsWith('drawing')) return ['image/svg+xml', DRAWING];
  if (name === 'icon.bmp' || name === 'kept.bmp') return ['image/bmp', bitmap(32, 32)];
  const [, width, height] = /^(\d+)x(\d+)\.bmp$/.exec(name) ?? [];
  return width === undefined ? ['text/plain', null] : ['image/bmp', bitmap(Number(width), Number(height))];
}

const HEADER_BYTES = 54;

/** A black picture. */
function bitmap(width: number, height: number): Buffer {
  const rowBytes = Math.ceil((width * 3) / 4) * 4;
  const bytes = Buffer.alloc(HEADER_BYTES + rowBytes * height);
  bytes.write('BM');
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(HEADER_BYTES, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes;
}
