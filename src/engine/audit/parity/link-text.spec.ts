import { aPage } from '../example-page.js';
import { genericLinks } from './link-text.js';

it.each([
  ['<html lang="en"><a href=/a>Read more</a>', 1, 1],
  ['<html lang="en"><a href=/a>Read more »</a>', 0, 1],
  ['<html lang="EN"><a href=/a>Read more</a>', 0, 1],
  ['<html lang="fr"><a href=/a>En savoir plus</a>', 0, 1],
  ['<a href=/a>En savoir plus</a>', 0, 1],
  ['<html lang="en"><a href=/a rel=NOFOLLOW>Read more</a>', 1, 0],
])('is generic in %s: for Lighthouse %i, for people %i', (html, lighthouse, people) => {
  const page = aPage({ html });
  expect(genericLinks(page, 'lighthouse').generic).toHaveLength(lighthouse);
  expect(genericLinks(page, 'people').generic).toHaveLength(people);
});
