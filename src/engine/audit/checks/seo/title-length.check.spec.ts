import { verdictsOf } from '../verdicts.fixture.js';
import { titleLength } from './title-length.check.js';

const titled = (text: string) => ({ html: `<title>${text}</title>` });

verdictsOf(titleLength, [
  ['does not apply without a title', { html: '' }, 'not_applicable'],
  ['fails 9 characters', titled('x'.repeat(9)), 'too_short'],
  ['passes 10 characters', titled('x'.repeat(10)), 'pass'],
  ['passes 70 characters', titled('W'.repeat(70)), 'pass'],
  ['fails 71 wide characters', titled('W'.repeat(71)), 'too_long'],
  ['passes 100 narrow characters', titled('i'.repeat(100)), 'pass'],
  [
    'passes a Japanese title of 25 characters, which has 75 bytes',
    titled('青い靴のサイズと色を選ぶための案内ページ・東京店舗'),
    'pass',
  ],
  ['counts a letter made of several code points once', titled('e\u0323\u0302'.repeat(9)), 'too_short'],
  ['passes nine Chinese characters, which say more', titled('百度一下，你就知道'), 'pass'],
  ['fails six Chinese characters', titled('百度一下百度'), 'too_short'],
  ['counts an entity as what it stands for', titled('&amp;'.repeat(9)), 'too_short'],
]);
