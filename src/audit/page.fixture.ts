import { type Example } from './check.js';
import { type Page, pageOf, type PageSource } from './page.js';

const ORDINARY: PageSource = {
  url: 'https://example.com/',
  headers: [['content-type', 'text/html; charset=utf-8']],
  html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title></head><body></body></html>',
  hasByteOrderMark: false,
  decodedBytes: 0,
  isTlsVerified: true,
  robotsTxt: { status: 404, body: '' },
  loadedAtMs: Date.parse('2026-11-20T12:00:00Z'),
};

/** An ordinary page except for what is told. */
export function aPage(parts: Partial<Example> = {}): Page {
  const source = { ...ORDINARY, ...parts };
  return pageOf({ ...source, decodedBytes: parts.decodedBytes ?? source.html.length });
}
