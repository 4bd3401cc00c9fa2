import { h, render } from 'preact';
import { Route, Router, Switch } from 'wouter-preact';
import { site } from 'site:content';
import { setHead } from '../../views/head.js';
import { pageView } from '../../views/view.js';

function Screen({ page }) {
  setHead(page);
  return pageView(h, site, page);
}

const target = document.querySelector(MOUNT);
target.replaceChildren();
render(
  h(
    Router,
    null,
    h(
      Switch,
      null,
      ...site.pages.map((page) => h(Route, { path: `/${page.slug}` }, () => h(Screen, { page }))),
    ),
  ),
  target,
);
