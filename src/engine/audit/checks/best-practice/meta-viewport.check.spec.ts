import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { metaViewport } from './meta-viewport.check.js';

const viewport = (content: string) => ({ html: `<meta name="viewport" content="${content}">` });

const TWO = { html: viewport('width=device-width').html + viewport('width=1024').html };

verdictsOf(metaViewport, [
  ['passes the width of the device', viewport('width=device-width'), 'pass'],
  ['passes blanks, capitals and semicolons', viewport(' WIDTH = Device-Width ; foo'), 'pass'],
  ['passes properties between blanks', viewport('width=device-width initial-scale=1'), 'pass'],
  ['takes the last value of a property', viewport('width=device-width, width=1024'), 'not_fitted'],
  ['passes an initial scale of 1', viewport('initial-scale=1'), 'pass'],
  ['fails an initial scale below 1', viewport('initial-scale=0.9'), 'not_fitted'],
  ['fails a fixed width', viewport('width=1024'), 'not_fitted'],
  ['fails an empty one', viewport(''), 'not_fitted'],
  ['fails without one', { html: '' }, 'missing'],
  ['passes the same twice', { html: viewport('width=device-width').html.repeat(2) }, 'pass'],
  ['fails two that differ', TWO, 'multiple'],
  [
    'does not count one in the body',
    { html: `<body><p></p>${viewport('width=device-width').html}` },
    'missing',
  ],
]);

it.each([
  [viewport('width=1024'), 'The viewport “width=1024” does not fit the page to the width of the device.'],
  [TWO, 'The head has 2 viewport meta elements; it should have only one.'],
])('says what it found (%#)', (page, message) => {
  expect(messageOf(findingOn(metaViewport, page))).toBe(message);
});
