import { isImage } from './first-bytes.js';

const ROOT = '<svg xmlns="http://www.w3.org/2000/svg">';

it.each([
  ROOT,
  `\ufeff<?xml version="1.0"?>\n<!-- a --><!-- b -->\n${ROOT}`,
  `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "a.dtd" [<!ENTITY a "b>">]>${ROOT}`,
  '<svg:svg xmlns:svg="http://www.w3.org/2000/svg">',
])('takes %j for an image', (text) => {
  expect(isImage(Buffer.from(text))).toBe(true);
});

it.each([
  `<!doctype html><body>${ROOT}`,
  `<div id="root">${ROOT}`,
  `<!-- ${ROOT}`,
  '<svgs>',
  'svg',
  '<!-- a -->'.repeat(400),
])('takes %j for none', (text) => {
  expect(isImage(Buffer.from(text))).toBe(false);
});
