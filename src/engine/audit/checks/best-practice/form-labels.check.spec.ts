import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { formLabels } from './form-labels.check.js';

verdictsOf(formLabels, [
  ['does not apply without fields', { html: '<input type="submit">' }, 'not_applicable'],
  ['does not judge hidden fields', { html: '<input type="hidden">' }, 'not_applicable'],
  ['passes a surrounding label', { html: '<label>A <input></label>' }, 'pass'],
  ['passes a label by id', { html: '<label for="a">A</label><input id="a">' }, 'pass'],
  ['passes aria-label', { html: '<textarea aria-label="A"></textarea>' }, 'pass'],
  [
    'passes aria-labelledby',
    { html: '<b id="b">A</b><select aria-labelledby="b"><option>1</select>' },
    'pass',
  ],
  ['passes a placeholder', { html: '<input placeholder="A">' }, 'pass'],
  ['passes a title', { html: '<select title="A"></select>' }, 'pass'],
  ['fails text next to it', { html: 'A <input>' }, 'without_label'],
  ['fails an empty label', { html: '<label for="a"> </label><input id="a">' }, 'without_label'],
  ['fails a label for another', { html: '<label for="b">A</label><input id="a">' }, 'without_label'],
  [
    'fails a list without a name, though its own options are text',
    { html: '<label><select><option>Foo</select></label>' },
    'without_label',
  ],
]);

it.each([
  [{ html: '<input title=A>' }, 'The only form field has a label.'],
  [{ html: '<input title=A><select title=B></select>' }, 'All 2 form fields have a label.'],
  [{ html: '<input><select title=B></select>' }, '1 of 2 form fields has no label.'],
  [{ html: '<input><select></select>' }, '2 of 2 form fields have no label.'],
])('says what it found (%#)', (page, message) => {
  expect(messageOf(findingOn(formLabels, page))).toBe(message);
});
