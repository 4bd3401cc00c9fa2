import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { imageDimensions } from './image-dimensions.check.js';

const image = (attributes: string) => ({ html: `<img src="/a.jpg" ${attributes}>` });
const styled = (style: string, attributes: string) => ({
  html: `<style>${style}</style><figure><img src="/a.jpg" ${attributes}></figure>`,
});

verdictsOf(imageDimensions, [
  ['does not apply without images', { html: '' }, 'not_applicable'],
  [
    'does not judge an image within the document',
    { html: '<img src="data:image/gif;base64,R0">' },
    'not_applicable',
  ],
  ['does not judge a hidden image', image('hidden'), 'not_applicable'],
  ['does not judge an image of no address', { html: '<img src="">' }, 'not_applicable'],
  ['passes width and height', image('width="3" height="2"'), 'pass'],
  [
    'passes width and height of the source that is chosen',
    { html: '<picture><source srcset="/a.avif" width="4" height="3"><img src="/a.jpg"></picture>' },
    'pass',
  ],
  [
    'fails a chosen source with a width alone',
    { html: '<picture><source srcset="/a.avif" width="4"><img src="/a.jpg" width="4" height="3"></picture>' },
    'unsized',
  ],
  ['passes an aspect ratio', image('style="color:red; aspect-ratio: 3 / 2"'), 'pass'],
  ['passes an aspect ratio until the image is there', image('style="aspect-ratio:auto 16/9"'), 'pass'],
  ['passes an aspect ratio of a variable', image('style="width:100%;aspect-ratio:var(--ratio)"'), 'pass'],
  ['does not judge an image that stands for another', image('data-src="/b.jpg"'), 'not_applicable'],
  ['fails an automatic aspect ratio', image('style="aspect-ratio:auto"'), 'unsized'],
  ['passes lengths by style', image('style="width:10px;height:2em"'), 'pass'],
  [
    'passes shares and computed lengths by style',
    image('style="width: 100%; height: calc(1em + 2px)"'),
    'pass',
  ],
  ['passes any unit by style', image('style="WIDTH:.5in;height:0!important"'), 'pass'],
  ['passes an absolute position', image('style="color:red;position: absolute;inset:0"'), 'pass'],
  ['passes a fixed position', image('style="position:fixed !important"'), 'pass'],
  ['fails a relative position', image('style="position:relative"'), 'unsized'],
  ['fails an automatic height by style', image('style="width:100%;height:auto"'), 'unsized'],
  [
    'fails a size that a later declaration resets',
    image('style="width:9px;height:9px;height:auto"'),
    'unsized',
  ],
  ['fails limits of the size', image('style="max-width:100%;min-height:9px"'), 'unsized'],
  ['passes a size by a style sheet', styled('.icon{width:40px;height:2.5rem}', 'class="icon"'), 'pass'],
  ['passes an aspect ratio by a style sheet', styled('figure > img{aspect-ratio:16 / 9}', ''), 'pass'],
  ['passes a position by a style sheet', styled('@layer a{img{position:absolute}}', ''), 'pass'],
  ['passes a height by a style sheet beside a width', styled('img{height:40px}', 'width="40"'), 'pass'],
  ['passes a size of nested rules', styled('figure{img{width:1em}& .a{height:1em}}', 'class="a"'), 'pass'],
  ['fails the usual limit of the size', styled('img{max-width:100%;height:auto}', 'width="40"'), 'unsized'],
  [
    'fails a size that a stronger rule resets',
    styled('img{width:9px;height:9px}.a{height:auto}', 'class="a"'),
    'unsized',
  ],
  [
    'fails a size that the style attribute resets',
    styled('img{width:9px;height:9px}', 'style="height:auto"'),
    'unsized',
  ],
  [
    'fails a size for wide screens',
    styled('@media (min-width:100em){img{width:9px;height:9px}}', ''),
    'unsized',
  ],
  ['fails a size of other images', styled('nav img{width:9px;height:9px}', ''), 'unsized'],
  ['does not judge more rules than are read', styled('.a{width:1px}'.repeat(20_000), ''), 'not_applicable'],
  ['fails a size that no browser knows', styled('img{width:9px;height:tall}', ''), 'unsized'],
  ['passes one of each', image('width="10" style="height:2em"'), 'pass'],
  ['fails neither', image(''), 'unsized'],
  ['fails a width alone', image('width="3"'), 'unsized'],
  ['fails automatic height', image('width="3" height="auto"'), 'unsized'],
  ['fails percentages', image('width="100%" height="100%"'), 'unsized'],
]);

const SIZED = '<img src="/b.jpg" width="3" height="2">';
const UNSIZED = '<img src="/a.jpg">';

it.each([
  [
    { html: SIZED },
    'The only image that the page loads has a width and a height, an aspect ratio, or an absolute position.',
  ],
  [
    { html: SIZED.repeat(2) },
    'All 2 images that the page loads have a width and a height, an aspect ratio, or an absolute position.',
  ],
  [{ html: UNSIZED }, 'The only image that the page loads lacks a width or a height in the HTML.'],
  [{ html: UNSIZED + SIZED }, '1 of 2 images lacks a width or a height in the HTML.'],
  [{ html: UNSIZED.repeat(2) + SIZED }, '2 of 3 images lack a width or a height in the HTML.'],
])('says what was found: %#', (page, message) => {
  expect(messageOf(findingOn(imageDimensions, page))).toBe(message);
});
