import m from 'mithril';
import { setHead } from '../../views/head.js';
import { pageView } from '../../views/view.js';

m.route.prefix = ROUTING === 'hash' ? '#' : '';

m.request('/api/site.json').then((site) => {
  const routes = site.pages.map((page) => [
    `/${page.slug}`,
    { oninit: () => setHead(page), view: () => pageView(m, site, page) },
  ]);
  m.route(document.querySelector(MOUNT), '/', Object.fromEntries(routes));
});
