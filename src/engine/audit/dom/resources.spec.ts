import { aPage } from '../example-page.js';
import { resourcesOf, waitsForPlay } from './resources.js';

const loaded = (html: string) =>
  resourcesOf(aPage({ html })).map((resource) => [
    resource.kind,
    new URL(resource.url).pathname,
    waitsForPlay(resource),
  ]);

describe('the files that the markup loads', () => {
  it.each([
    [
      'a film at once, and the picture before it',
      '<video autoplay muted poster="/p.jpg"><source src="/a.webm"><source src="/a.mp4"></video>',
      [
        ['media', '/a.webm', false],
        ['image', '/p.jpg', false],
      ],
    ],
    [
      'the picture before a film that waits',
      '<video preload=none src="/a.mp4" poster="/p.jpg"></video>',
      [
        ['media', '/a.mp4', true],
        ['image', '/p.jpg', false],
      ],
    ],
    [
      'the first source of a sound',
      '<audio><source><source src="/a.ogg"></audio>',
      [['media', '/a.ogg', true]],
    ],
    ['no source beside the own address', '<audio src=" "><source src="/a.ogg"></audio>', []],
    ['a button', '<input type="Image" src="/go.png"><input src="/no.png">', [['image', '/go.png', false]]],
    [
      'images in a drawing',
      '<svg><image href="/a.png"/><image xlink:href="/b.png"/><script href="/c.js"></script></svg>',
      [
        ['image', '/a.png', false],
        ['image', '/b.png', false],
      ],
    ],
  ])('are %s', (_name, html, expected) => {
    expect(loaded(html)).toEqual(expected);
  });
});
