import { aPage } from '../example-page.js';
import { contentText, visibleLength, visibleText, visibleWords } from './visible-text.js';

const domOf = (body: string) => aPage({ html: `<body>${body}` }).dom;

describe('visibleWords', () => {
  it.each([
    ['a block before a link', '<h2>alpha</h2><a href="/">beta</a>'],
    ['a block after a text', 'alpha<p>beta</p>'],
    ['blocks', '<div>alpha</div><div>beta</div>'],
    ['an empty block', 'alpha<div></div>beta'],
    ['a line break', 'alpha<br>beta'],
    ['the end of nested blocks', '<ul><li><h3>alpha</h3><span>beta</span></li></ul>'],
    ['the end of a closed details', '<details><summary>alpha</summary>more</details>beta'],
    ['cells', '<table><tr><th>alpha</th><td>beta</td></tr></table>'],
    ['a caption', '<table><caption>alpha</caption><tr><td>beta</td></tr></table>'],
    ['buttons', '<button>alpha</button><button>beta</button>'],
    ['a list of options', 'alpha<select><option>one</option></select>beta'],
    ['an image', 'alpha<img src="/a.png">beta'],
    ['a video', 'alpha<video src="/a.mp4">no video</video>beta'],
    ['texts of a drawing', '<svg><text>alpha</text><text>beta</text></svg>'],
    ['a style of a block', '<span style="display:block">alpha</span>beta'],
    ['a style of a box', '<span style="display:inline-block">alpha</span>beta'],
    ['a style of a flexible box', '<span style="display:inline-flex">alpha</span>beta'],
    ['the same in two words', '<span style="display:inline flex">alpha</span>beta'],
    ['a style of a cell', '<span style="display:table-cell">alpha</span>beta'],
  ])('has two words around %s', (_, body) => {
    expect(visibleWords(domOf(body))).toEqual(['alpha', 'beta']);
  });

  it.each([
    ['inline elements', '<b>al</b><i>pha</i>'],
    ['a place to break the word', 'al<wbr>pha'],
    ['a script', 'al<script>x()</script>pha'],
    ['a hidden block', 'al<div hidden>x</div>pha'],
    ['an inline style', '<div style="display:inline">al</div>pha'],
    ['an inline style in two words', '<div style="display:inline flow">al</div>pha'],
  ])('has one word around %s', (_, body) => {
    expect(visibleWords(domOf(body))).toEqual(['alpha']);
  });
});

describe('visibleText', () => {
  it.each([
    ['<p>alpha</p>\n<p>beta</p>', 'alpha\n\nbeta\n'],
    ['<div><div><p>alpha </p></div></div><b>beta</b>', 'alpha beta'],
    ['<div><div></div></div>', ''],
  ])('breaks lines only between words: %s', (body, text) => {
    expect(visibleText(domOf(body))).toBe(text);
    expect(visibleLength(domOf(body))).toBe(text.length);
  });
});

describe('contentText', () => {
  it('separates the words around a menu', () => {
    expect(contentText(domOf('alpha<nav>Home</nav>beta'))).toBe('alpha\nbeta');
  });
});
