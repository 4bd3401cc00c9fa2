import { uncommanding, visible, visibleJson, WITHOUT_CONTROL_CHARACTERS } from './control-characters.js';

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

it('escapes JSON, which means the same then', () => {
  const value = { a: 'Größe 👨‍👩‍👧 \u0085\u009b31m\u202e\u2028\ufeff \u001b \\\u200f', tag: '\u{e0001}' };
  const json = visibleJson(JSON.stringify(value));
  expect(json).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  expect(json).toContain('Größe');
  expect(JSON.parse(json)).toEqual(value);
});

it.each([
  ['##[set-output name=score]100', '# #[set-output name=score]100'],
  ['a ##vso[task.complete]', 'a # #vso[task.complete]'],
  ['  ::error::x', '  : :error::x'],
  ['a::b, #1 and ## 2', 'a::b, #1 and ## 2'],
])('breaks a command to a runner: %s', (text, broken) => {
  expect(uncommanding(text)).toBe(broken);
  const json = visibleJson(JSON.stringify([text]));
  expect(json).not.toMatch(/##[\w-]*\[/);
  expect(JSON.parse(json)).toEqual([text]);
});

it('shows text as it is otherwise', () => {
  expect(visible('Größe \u001b[31m')).toBe('Größe \\u001b[31m');
});
