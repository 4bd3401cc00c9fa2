import { DEFAULT_LIMITS } from '../../limits.js';
import { messageOf } from '../../message.js';
import { findingOn, verdictOn, verdictsOf } from '../verdicts.fixture.js';
import { httpRequests } from './http-requests.check.js';

const images = (count: number) => ({
  html: Array.from({ length: count }, (_, n) => `<img src="/${String(n)}.png">`).join(''),
});
/** 51 times, with other addresses. */
const many = (markup: string) => ({
  html: Array.from({ length: 51 }, (_, n) => markup.replace('NR', String(n))).join(''),
});

verdictsOf(httpRequests, [
  ['passes 50 files', images(50), 'pass'],
  ['fails 51 files', images(51), 'too_many'],
  ['counts no lazy images', { html: images(60).html.replaceAll('>', ' loading=lazy>') }, 'pass'],
  ['counts a file once', { html: '<img src="/a.png">'.repeat(60) }, 'pass'],
  ['counts no data addresses', { html: '<img src="data:image/gif;base64,R0lGODlhAQ">'.repeat(60) }, 'pass'],
  ['counts no media that wait to be played', many('<audio src="/NR.mp3" preload=none></audio>'), 'pass'],
  ['counts media of which the beginning is loaded', many('<audio src="/NR.mp3"></audio>'), 'too_many'],
  ['counts no disabled style sheets', many('<link rel=stylesheet disabled href="/NR.css">'), 'pass'],
  ['counts nothing within a template', { html: `<template>${images(60).html}</template>` }, 'pass'],
]);

const SEVERAL =
  '<script src="/a.js"></script><link rel="stylesheet" href="/a.css"><iframe src="/a"></iframe><video src="/a.mp4"></video>' +
  '<link rel="preload" as="font" href="/a.woff2">';

it('counts the files by kind', () => {
  expect(verdictOn(httpRequests, { html: SEVERAL + images(2).html }).value).toEqual({
    requests: 7,
    max_requests: 50,
    scripts: 1,
    style_sheets: 1,
    images: 2,
    fonts: 1,
    media: 1,
    frames: 1,
  });
});

it('takes its limit from the configuration', () => {
  const limits = { ...DEFAULT_LIMITS, files: 1 };
  const html = '<script src="/a.js"></script>' + images(2).html;
  expect(messageOf(findingOn(httpRequests, { html, limits }))).toBe(
    'The markup loads 3 files (2 images and 1 script); it should load at most 1.',
  );
});

it.each([
  [{ html: '' }, 'The markup loads no files.'],
  [images(1), 'The markup loads 1 file.'],
  [images(51), 'The markup loads 51 files (51 images); it should load at most 50.'],
])('says what was found: %#', (page, message) => {
  expect(messageOf(findingOn(httpRequests, page))).toBe(message);
});
