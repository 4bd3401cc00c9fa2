import { aPage } from '../example-page.js';
import { genericLinks } from './link-text.js';

it.each([
  ['<html lang="en"><a href=/a>Read more</a>', 1, 1],
  ['<html lang="en"><a href=/a>Read more »</a>', 0, 1],
  ['<html lang="EN"><a href=/a>Read more</a>', 0, 1],
  ['<html lang="fr"><a href=/a>En savoir plus</a>', 0, 1],
  ['<a href=/a>En savoir plus</a>', 0, 1],
  ['<html lang="en"><a href=/a rel=NOFOLLOW>Read more</a>', 1, 0],
  ['<html lang="en"><a href=/a><span data-m=b>Read</span> <span data-m=b>more</span></a>', 0, 0, 'data-m'],
  ['<html lang="en"><a href=/a><div data-m=t>Read</div> <div data-m=t>more</div></a>', 1, 1, 'data-m'],
  ['<html lang="en"><base href="/b/"><a href="">Read more</a>', 1, 1],
])(
  'is generic in %s: for Lighthouse %i, for people %i',
  (html, lighthouse, people, renderMark: string | null = null) => {
    const page = aPage({ html, ...(renderMark !== null && { renderMark }) });
    expect(genericLinks(page, 'lighthouse').generic).toHaveLength(lighthouse);
    expect(genericLinks(page, 'people').generic).toHaveLength(people);
  },
);
