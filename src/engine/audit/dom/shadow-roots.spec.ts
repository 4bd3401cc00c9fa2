import { judgeNames } from '../axe/rules.js';
import { judgeListItems, judgeLists } from '../axe/list-rules.js';
import { aPage } from '../example-page.js';
import { type Dom, elementsNamed } from './dom.js';
import { evidenceOf } from './evidence.js';
import { visibleWords } from './visible-text.js';

const domOf = (html: string): Dom => aPage({ html: `<!doctype html><body>${html}` }).dom;
const textOf = (html: string) => visibleWords(domOf(html)).join(' ');
const root = (content: string, mode = 'open') => `<template shadowrootmode=${mode}>${content}</template>`;

describe('declarative shadow roots', () => {
  it.each([
    ['show their content', `<x-a>${root('<p>Shadow</p>')}</x-a>`, 'shadow'],
    ['show closed content too', `<x-a>${root('<p>Shadow</p>', 'Closed')}</x-a>`, 'shadow'],
    ['belong to elements of HTML too', `<div>${root('Shadow')}</div>`, 'shadow'],
    [
      'do not belong to every element',
      `<b>${root('Shadow')}</b><font-face>${root('Shadow')}</font-face>`,
      '',
    ],
    ['have a mode that exists', `<x-a>${root('Shadow', 'ajar')}</x-a>`, ''],
    ['are the first template of their host', `<x-a>${root('First')}${root('Second')}</x-a>`, 'first'],
    [
      'lie in each other',
      `<x-a>${root(`<x-b>${root('<slot></slot> Inner')}Outer</x-b>`)}</x-a>`,
      'outer inner',
    ],
    ['are no roots within a template', `<template><x-a>${root('Shadow')}</x-a></template>`, ''],
  ])('%s', (_name, html, expected) => {
    expect(textOf(html)).toBe(expected);
  });

  it.each([
    [
      'show slotted content in their place',
      `<x-a>${root('One <slot></slot> three')}two</x-a>`,
      'one two three',
    ],
    ['do not show content without a slot', `<x-a>${root('Shadow')}Light <b>bold</b></x-a>`, 'shadow'],
    [
      'are chosen by name',
      `<x-a>${root('<slot></slot> <slot name=s></slot>')}<b slot=s>Last</b>First</x-a>`,
      'first last',
    ],
    [
      'take nothing where an earlier one has the name',
      `<x-a>${root('<slot></slot><slot>Else</slot>')}One </x-a>`,
      'one else',
    ],
    ['show their own content where nothing is slotted', `<x-a>${root('<slot>Else</slot>')}</x-a>`, 'else'],
    ['take blanks too', `<x-a>${root('<slot>Else</slot>')} </x-a>`, ''],
    [
      'hide what they hold',
      `<x-a>${root('<slot hidden></slot><p style="display:none"><slot name=s></slot></p>')}One<b slot=s>Two</b></x-a>`,
      '',
    ],
    [
      'pass on what they hold',
      `<x-a>${root(`<x-b>${root('<i>In</i> <slot></slot>')}<slot></slot></x-b>`)}Light</x-a>`,
      'in light',
    ],
    ['show what they hold in a document', '<slot>Text</slot>', 'text'],
  ])('slots %s', (_name, html, expected) => {
    expect(textOf(html)).toBe(expected);
  });

  it('expose elements if they are open', () => {
    const html = `<x-a>${root(`<a href=/1></a><x-b>${root('<a href=/2></a>')}</x-b>`)}<a href=/3></a></x-a>
      <x-c>${root(`<a href=/4></a><x-d>${root('<a href=/5></a>')}</x-d>`, 'closed')}</x-c>`;
    const links = elementsNamed(domOf(html), 'a').map(({ attrs }) => attrs[0]?.value);
    expect(links).toEqual(['/1', '/2', '/3']);
  });

  it.each([
    ['by their shadow tree', `<a href=/x><x-a>${root('<b>Name</b>')}</x-a></a>`, 0],
    ['by closed ones', `<a href=/x><x-a>${root('Name', 'closed')}</x-a></a>`, 0],
    ['by slotted content', `<button><x-a>${root('<slot></slot>')}Name</x-a></button>`, 0],
    ['not by content without a slot', `<a href=/x><x-a>${root('')}Name</x-a></a>`, 1],
    ['not by a replaced fallback', `<a href=/x><x-a>${root('<slot>Name</slot>')}<i></i></x-a></a>`, 1],
  ])('name links and buttons %s', (_name, html, violations) => {
    const dom = domOf(html);
    const rules = [judgeNames(dom, 'link-name'), judgeNames(dom, 'button-name')];
    expect(rules.flatMap((rule) => rule.violations)).toHaveLength(violations);
  });

  it.each([
    ['a hidden host', `<div hidden>${root('<a href=/x></a>')}</div>`],
    ['a hidden slot', `<div>${root('<div hidden><slot></slot></div>')}<a href=/x></a></div>`],
    ['no slot', `<div>${root('')}<p><a href=/x></a></p></div>`],
  ])('leave links of %s unjudged', (_name, html) => {
    expect(judgeNames(domOf(html), 'link-name').judged).toEqual([]);
  });

  it('are transparent to list rules', () => {
    const list = (items: string) => domOf(`<div>${root('<ul><slot></slot></ul>')}${items}</div>`);
    expect(judgeLists(list('<li>a</li><li>b</li>')).violations).toEqual([]);
    expect(judgeListItems(list('<li>a</li><li>b</li>')).violations).toEqual([]);
    expect(judgeLists(list('<p>a</p>')).violations).toHaveLength(1);
  });

  it('have selectors of their own', () => {
    const dom = domOf(`<x-a>${root('<p><slot></slot></p><b>1</b>')}<i>1</i><i>2</i></x-a>`);
    const selectorOf = (name: string) => {
      const element = elementsNamed(dom, name).at(-1);
      return element && evidenceOf(dom, element).selector;
    };
    expect(selectorOf('i')).toBe('i:nth-of-type(2)');
    expect(selectorOf('b')).toBe('b');
    expect(selectorOf('slot')).toBe('slot');
  });
});
