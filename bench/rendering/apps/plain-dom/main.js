import { site } from 'site:content';
import { h } from '../../views/elements.js';
import { setHead } from '../../views/head.js';
import { pageAt } from '../../views/route.js';
import { pageView } from '../../views/view.js';

/** Follows links without loading a document. */
document.addEventListener('click', (event) => {
  const link = event.target.closest('a[href^="/"]');
  if (!link) return;
  event.preventDefault();
  history.pushState(null, '', link.href);
  show();
});
window.addEventListener('popstate', show);
show();

function show() {
  const page = pageAt(site, location.pathname);
  setHead(page);
  const target = document.querySelector(MOUNT);
  target.replaceChildren(pageView(h, site, page));
}
