import { app, h, text } from 'hyperapp';
import { site } from 'site:content';
import { setHead } from '../../views/head.js';
import { pageAt } from '../../views/route.js';
import { pageView } from '../../views/view.js';

const page = pageAt(site, location.pathname);
const node = (tag, attributes, ...children) =>
  h(
    tag,
    attributes,
    children.map((child) => (typeof child === 'string' ? text(child) : child)),
  );

setHead(page);
app({
  init: { page },
  view: (state) => pageView(node, site, state.page),
  node: document.getElementById('planner'),
});
