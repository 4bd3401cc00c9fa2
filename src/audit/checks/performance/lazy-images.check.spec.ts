import { verdictsOf } from '../verdicts.fixture.js';
import { lazyImages } from './lazy-images.check.js';

const EAGER = '<img src="/a.jpg">';
const LAZY = '<img src="/a.jpg" loading="LAZY">';

verdictsOf(lazyImages, [
  ['does not apply without images', { html: '' }, 'not_applicable'],
  ['passes five eager images', { html: EAGER.repeat(5) }, 'pass'],
  ['fails six eager images', { html: EAGER.repeat(6) }, 'none_is_lazy'],
  ['passes six images with a lazy one', { html: EAGER.repeat(5) + LAZY }, 'pass'],
  ['fails a lazy first image', { html: LAZY + EAGER }, 'first_is_lazy'],
]);
