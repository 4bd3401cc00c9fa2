import fc from 'fast-check';
import { type DefaultTreeAdapterMap, parse, Parser, serialize } from 'parse5';
import { RunTokenizer } from './run-tokenizer.js';

const PIECES = [
  ...'<>&"\'=/-!]; \t\n\r\0\f\ufffe'.split(''),
  ...['\r\n', '\n\n', '😀', '\ud83d', '\u00a0', 'é', 'text', 'two words\nand\tmore', 'x'.repeat(70_000)],
  ...['&amp;', '&ampx', '&notit;', '&#x41;', '&#0;', '&copy', '&CounterClockwiseContourIntegral;'],
  ...[
    '<p class="a b">',
    "<a href='/x?a=b&copy=1&amp;c'>",
    '<b>',
    '</b>',
    '</p>',
    '<br/>',
    '<div id=a b="c\nd">',
  ],
  ...['<title>', '</title>', '<textarea>\n', '</textarea>', '<style>', '</style>', '<script>', '</script>'],
  ...['<script><!--', '--></script>', '<!--', '-->', '<![CDATA[', ']]>', '<!doctype html>', '<plaintext>'],
  ...[
    '<table>',
    '<tr><td>',
    '</td>',
    '</table>',
    '<colgroup>',
    '<select>',
    '<option>',
    '<pre>\n',
    '<noscript>',
  ],
  ...['<svg>', '<math><mi>', '</svg>', '<template>', '</template>', '<head>', '<body>', '</body>', '</html>'],
];
const FRAMES = [
  '<frameset>',
  '</frameset>',
  '<FRAMESET rows="*">',
  '<frame>',
  '<noframes>',
  '</html>',
  'a b c',
];

function treeOf(source: string): string {
  const parser = new Parser<DefaultTreeAdapterMap>();
  parser.tokenizer = new RunTokenizer(parser.options, parser, source);
  parser.tokenizer.write(source, true);
  return serialize(parser.document);
}

describe('RunTokenizer', () => {
  it('builds the same tree as parse5 for any markup', () => {
    const markup = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(markup, (source) => {
        expect(treeOf(source)).toBe(serialize(parse(source)));
      }),
      { numRuns: 3000 },
    );
  });

  it('separates the white space of framesets from their text', () => {
    const markup = fc.array(fc.constantFrom(...FRAMES, ' ', '\n', 'x', '<p>'), { maxLength: 20 });
    fc.assert(
      fc.property(markup, (pieces) => {
        const source = pieces.join('');
        expect(treeOf(source)).toBe(serialize(parse(source)));
      }),
      { numRuns: 1000 },
    );
  });
});
