import { judgeViewport } from '../../axe/document-rules.js';
import { aPage } from '../../example-page.js';
import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { viewportZoom } from './viewport-zoom.check.js';

const viewport = (content: string) => ({ html: `<meta name="viewport" content="${content}">` });

verdictsOf(viewportZoom, [
  ['does not apply without a viewport', { html: '' }, 'not_applicable'],
  [
    'compares the name case-insensitively',
    { html: '<meta name="Viewport" content="user-scalable=no">' },
    'zoom_restricted',
  ],
  ['passes a viewport that does not mention zoom', viewport('width=device-width'), 'pass'],
  ['passes a scale of 2', viewport('maximum-scale=2'), 'pass'],
  ['fails a scale below 2', viewport('maximum-scale=1.99'), 'zoom_restricted'],
  ['fails maximum-scale=yes, which means 1', viewport('maximum-scale=yes'), 'zoom_restricted'],
  ['passes a negative scale, which is ignored', viewport('maximum-scale=-1'), 'pass'],
  [
    'passes user-scalable=yes, 1 and device-width',
    {
      html: viewport('user-scalable=yes').html + viewport('user-scalable=1; user-scalable=device-width').html,
    },
    'pass',
  ],
  ['fails user-scalable=no', viewport('user-scalable=NO'), 'zoom_restricted'],
  ['fails user-scalable=0.5', viewport('user-scalable=0.5'), 'zoom_restricted'],
  [
    'fails one bad viewport among good ones, in the body too',
    { html: `${viewport('width=device-width').html}<body><p></p>${viewport('user-scalable=no').html}` },
    'zoom_restricted',
  ],
  ['fails one bad scale among good ones', viewport('maximum-scale=1, maximum-scale=5'), 'zoom_restricted'],
]);

it('quotes the viewport', () => {
  expect(messageOf(findingOn(viewportZoom, viewport('user-scalable=no')))).toBe(
    'The viewport “user-scalable=no” prevents users from zooming the page to twice its size.',
  );
});

it('leaves the case of the name to axe’s own rule', () => {
  const { dom } = aPage({ html: '<meta name="Viewport" content="user-scalable=no">' });
  expect(judgeViewport(dom).judged).toEqual([]);
});
