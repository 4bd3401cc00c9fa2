import { verdictsOf } from '../verdicts.fixture.js';
import { metaDescriptionLength } from './meta-description-length.check.js';

const described = (text: string) => ({ html: `<head><meta name="description" content="${text}"></head>` });

verdictsOf(metaDescriptionLength, [
  ['does not apply without a description', { html: '' }, 'not_applicable'],
  ['does not apply to a blank one', described(' '), 'not_applicable'],
  ['fails 49 characters', described('x'.repeat(49)), 'too_short'],
  ['passes 50 characters', described('x'.repeat(50)), 'pass'],
  ['passes 160 characters', described('W'.repeat(160)), 'pass'],
  ['fails 161 wide characters', described('W'.repeat(161)), 'too_long'],
  ['passes 300 narrow characters', described('i'.repeat(300)), 'pass'],
]);
