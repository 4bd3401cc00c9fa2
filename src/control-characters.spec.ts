import { visible, WITHOUT_CONTROL_CHARACTERS } from './control-characters.js';

it.each(['ci', 'Größe 👨‍👩‍👧 مفتاح', '', 'a\u00a0b'])('lets %j pass', (text) => {
  expect(WITHOUT_CONTROL_CHARACTERS.test(text)).toBe(true);
});

it.each([
  'a\nb',
  'a\r',
  '\u001b[2J',
  '\u0000',
  '\u007f',
  '\u0085',
  '\u202eabc',
  'a\u2066',
  'x\u2028y',
  '\u200f',
])('finds the control character in %j, and shows it', (text) => {
  expect(WITHOUT_CONTROL_CHARACTERS.test(text)).toBe(false);
  expect(visible(text)).toMatch(/\\u[0-9a-f]{4}/);
  expect(WITHOUT_CONTROL_CHARACTERS.test(visible(text))).toBe(true);
});

it('shows text as it is otherwise', () => {
  expect(visible('Größe \u001b[31m')).toBe('Größe \\u001b[31m');
});
