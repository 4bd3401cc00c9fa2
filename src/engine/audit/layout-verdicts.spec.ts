import { positionsIn } from './dom/sent-positions.js';
import { colorContrast } from './checks/best-practice/color-contrast.check.js';
import { aPage, findingOn } from './example-page.js';

const MARK = 'data-m1';

/** Evidence of a check of layout, for the places of axe-core in a rendered document.
 *  @param sent the document as it was sent */
function evidenceFor(
  html: string,
  places: readonly (readonly [selector: string, excerpt: string])[],
  sent = html,
) {
  const failed = places.map(([selector, excerpt]) => ({ selector, excerpt }));
  const { evidence } = findingOn(colorContrast, {
    html,
    renderMark: MARK,
    sentPositions: positionsIn(aPage({ html: sent }).dom),
    layout: { 'color-contrast': { passed: 0, failed: failed.length, unsure: 0, places: failed } },
  });
  return evidence;
}

const PAGE = `<!doctype html><body>
<p class="pale lead">One</p>
<ul id="list"><li>a</li>
  <li><b class="pale">Two</b></li></ul>`;

describe('evidence of layout', () => {
  it.each([
    ['.lead', '<p class="pale lead">', { selector: 'p', line: 2, column: 1 }],
    ['li:nth-child(2) > .pale', '<b class="pale">', { selector: 'b', line: 4, column: 7 }],
    ['ul', '<ul id="list">', { selector: '#list', line: 3, column: 1 }],
    ['b[class$="pale"]', '<b class="pale">', { selector: 'b', line: 4, column: 7 }],
  ])('has the selector and the position of the element that %s means', (selector, excerpt, place) => {
    expect(evidenceFor(PAGE, [[selector, excerpt]])).toEqual([{ ...place, excerpt }]);
  });

  it('leaves out the marks of the rendered document, and has no position for what scripts made', () => {
    const rendered = PAGE.replace('<p', `<em ${MARK}="s">New</em><p ${MARK}="h"`);
    const places = [
      ['em', '<em>'],
      ['.lead', '<p class="pale lead">'],
    ] as const;
    expect(evidenceFor(rendered, places, PAGE)).toEqual([
      { selector: 'em', line: null, column: null, excerpt: '<em>' },
      { selector: 'p', line: 2, column: 1, excerpt: '<p class="pale lead">' },
    ]);
  });

  it.each([
    ['several elements', '.pale', '<b class="pale">'],
    ['no element', '#gone', '<b class="pale">'],
    ['another element', '#list', '<b class="pale">'],
    ['a list of selectors', 'ul, b', '<b class="pale">'],
    ['nothing, because it is invalid', 'b:nope(', '<b class="pale">'],
    ['an element in a shadow tree', '#list >>> b', '<b class="pale">'],
    ['nothing, because it was cut off', `${'.pale'.repeat(199)}.pal…`, '<b class="pale">'],
  ])('is what axe-core says where its selector matches %s', (_, selector, excerpt) => {
    expect(evidenceFor(PAGE, [[selector, excerpt]])).toEqual([
      { selector, line: null, column: null, excerpt },
    ]);
  });

  it('takes no element of a shadow tree for one of the document', () => {
    const shadow = '<div><template shadowrootmode="open"><i>In</i></template></div>';
    expect(evidenceFor(`${shadow}<i>Out</i>`, [['i', '<i>']])).toMatchObject([
      { selector: expect.any(String), column: shadow.length + 1 },
    ]);
    expect(evidenceFor(shadow, [['i', '<i>']])).toMatchObject([{ selector: 'i', line: null }]);
  });

  it('ignores the case of classes in quirks mode only', () => {
    const [quirky] = evidenceFor('<p class="A">', [['.a', '<p class="A">']]);
    expect(quirky?.line).toBe(1);
    const [standard] = evidenceFor('<!doctype html><p class="A">', [['.a', '<p class="A">']]);
    expect(standard?.line).toBeNull();
  });

  it('takes a limited time in a document of 50,000 elements, whatever the selectors', () => {
    const html = `<!doctype html><ul>${'<li><b>x</b></li>'.repeat(25_000)}</ul>`;
    const slow = 'ul > :nth-last-child(2n+1):not(:nth-child(3n)) ~ li > b';
    const before = process.cpuUsage();
    const evidence = evidenceFor(
      html,
      Array.from({ length: 20 }, () => [slow, '<b>'] as const),
    );
    expect(evidence).toHaveLength(20);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(4000);
  });
});
