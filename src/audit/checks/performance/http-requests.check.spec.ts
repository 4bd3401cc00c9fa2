import { verdictsOf } from '../verdicts.fixture.js';
import { httpRequests } from './http-requests.check.js';

const images = (count: number) => ({
  html: Array.from({ length: count }, (_, n) => `<img src="/${String(n)}.png">`).join(''),
});

verdictsOf(httpRequests, [
  ['passes 50 files', images(50), 'pass'],
  ['fails 51 files', images(51), 'too_many'],
  ['counts a file once', { html: '<img src="/a.png">'.repeat(60) }, 'pass'],
  ['counts no data addresses', { html: '<img src="data:image/gif;base64,R0lGODlhAQ">'.repeat(60) }, 'pass'],
  ['counts nothing within a template', { html: `<template>${images(60).html}</template>` }, 'pass'],
]);
