import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { metaDescriptionLength } from './meta-description-length.check.js';

const described = (text: string) => ({ html: `<head><meta name="description" content="${text}"></head>` });

verdictsOf(metaDescriptionLength, [
  ['does not apply without a description', { html: '' }, 'not_applicable'],
  ['does not apply to a blank one', described(' '), 'not_applicable'],
  ['fails 49 characters', described('x'.repeat(49)), 'too_short'],
  ['passes 44 Chinese characters, which say more', described('知'.repeat(44)), 'pass'],
  ['fails 20 Chinese characters', described('知'.repeat(20)), 'too_short'],
  ['passes 50 characters', described('x'.repeat(50)), 'pass'],
  ['passes 160 characters', described('W'.repeat(160)), 'pass'],
  ['fails 161 wide characters', described('W'.repeat(161)), 'too_long'],
  ['passes 300 narrow characters', described('i'.repeat(300)), 'pass'],
]);

it('tells the characters and the width', () => {
  expect(messageOf(findingOn(metaDescriptionLength, described('x')))).toBe(
    'The meta description has only 1 character; it should have at least 50.',
  );
  expect(messageOf(findingOn(metaDescriptionLength, described('W'.repeat(161))))).toMatch(
    /^The meta description has 161 characters and is 2,1\d\d pixels wide; search results cut it off after 990 pixels\.$/,
  );
});
