import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { headings } from './headings.check.js';

verdictsOf(headings, [
  ['passes one h1', { html: '<h1>Blue shoes</h1>' }, 'pass'],
  [
    'passes an h1 that is an image with a text',
    { html: '<h1><img src=l.png alt="Blue shoes"></h1>' },
    'pass',
  ],
  ['passes an h1 with a label', { html: '<h1 aria-label="Acme"><svg></svg></h1>' }, 'pass'],
  [
    'passes an h1 whose content has a label',
    { html: '<h1><a href="/" aria-label="Acme"><svg></svg></a></h1>' },
    'pass',
  ],
  [
    'passes an h1 with a text that only screen readers skip',
    { html: '<h1><span aria-hidden="true">Blue shoes</span></h1>' },
    'pass',
  ],
  [
    'passes on a page that a script shows',
    { html: '<style>body{display:none!important}</style><body><h1>Blue shoes</h1><script>show()</script>' },
    'pass',
  ],
  ['fails an h1 whose text is hidden', { html: '<h1><span hidden>Secret</span></h1>' }, 'empty'],
  ['fails an h1 whose image is hidden', { html: '<h1><img src=a alt="Secret" hidden></h1>' }, 'empty'],
  [
    'fails a label that is a copy of the title',
    { html: '<title>Acme</title><h1 aria-label="Acme"><svg></svg></h1>' },
    'same_as_title',
  ],
  [
    'passes a second h1 that is hidden',
    { html: '<h1>A</h1><h1 hidden>B</h1><div style="display: none"><h1>C</h1></div>' },
    'pass',
  ],
  ['passes a second h1 that is empty', { html: '<h1></h1><h1>B</h1>' }, 'pass'],
  ['passes an h2 before the h1', { html: '<h2>A</h2><h1>B</h1>' }, 'pass'],
  ['fails without an h1', { html: '<h2>Blue shoes</h2>' }, 'missing'],
  ['fails an h1 that is hidden', { html: '<h1 style="display:none">Blue shoes</h1>' }, 'missing'],
  ['fails an empty h1', { html: '<h1> <span></span>&nbsp;</h1>' }, 'empty'],
  ['fails two h1', { html: '<h1>A</h1><h1>B</h1>' }, 'multiple'],
  [
    'fails a copy of the title',
    { html: '<title>Blue  shoes</title><h1> Blue <b>shoes</b></h1>' },
    'same_as_title',
  ],
  [
    'fails a copy of the title in several lines',
    {
      html: '<title>Blue shoes for all</title><h1>Blue<br>shoes<span style="display:block">for all</span></h1>',
    },
    'same_as_title',
  ],
]);

it.each([
  [{ html: '<h1><img src=l.png alt="Blue shoes"></h1>' }, 'The h1 heading is “Blue shoes”.'],
  [{ html: '<h1 aria-label="Acme"><svg></svg></h1>' }, 'The h1 heading is “Acme”.'],
  [{ html: '<h1>Blue <b hidden>red </b>shoes</h1>' }, 'The h1 heading is “Blue shoes”.'],
  [{ html: '<h1>Blue<img src=s.png alt=shoes>for all</h1>' }, 'The h1 heading is “Blue shoes for all”.'],
  [
    { html: '<h1>Blue<br>shoes<span style="display:block">for</span>all</h1>' },
    'The h1 heading is “Blue shoes for all”.',
  ],
  [{ html: '<h1><div>Blue</div><i></i><div></div>shoes</h1>' }, 'The h1 heading is “Blue shoes”.'],
  [{ html: '<h1>Blue<div><i>shoes</i></div><i>for all</i></h1>' }, 'The h1 heading is “Blue shoes for all”.'],
  [{ html: '<h1>Sho<b>e</b>s<!-- blue --></h1>' }, 'The h1 heading is “Shoes”.'],
  [{ html: '<h1>Sho<br hidden>es</h1>' }, 'The h1 heading is “Shoes”.'],
  [{ html: '<h1> </h1>' }, 'The page has 1 h1 heading without any text.'],
  [{ html: '<h1>One</h1><h1>Two</h1>' }, 'The page has 2 h1 headings (“One” and “Two”).'],
  [{ html: '<h1>A</h1>'.repeat(21) }, 'The page has at least 20 h1 headings (“A”, “A”, “A” and 17 more).'],
  [
    { html: '<title>Blue  shoes</title><h1> Blue <b>shoes</b></h1>' },
    'The h1 heading is a copy of the title, “Blue shoes”.',
  ],
])('quotes the headings', (page, message) => {
  expect(messageOf(findingOn(headings, page))).toBe(message);
});

it('reports the beginning of each heading', () => {
  const html = `<h1>\n${'Shoes '.repeat(500)}</h1><h1>Boots</h1>`;
  const { value, evidence } = findingOn(headings, { html });
  expect(value).toEqual({ h1_count: 2, texts: ['Shoes '.repeat(500).slice(0, 1000).trim(), 'Boots'] });
  expect(evidence[1]?.excerpt).toBe('<h1>Boots</h1>');
});
