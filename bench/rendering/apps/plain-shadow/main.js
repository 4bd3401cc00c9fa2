import { site } from 'site:content';
import { h } from '../../views/elements.js';
import { setHead } from '../../views/head.js';
import { pageAt } from '../../views/route.js';
import { contentViews, navigationView } from '../../views/view.js';

const page = pageAt(site, location.pathname);

function define(name, mode, children) {
  customElements.define(
    name,
    class extends HTMLElement {
      connectedCallback() {
        this.attachShadow({ mode }).append(...children());
      }
    },
  );
}

define('sky-header', 'open', () => [navigationView(h, page)]);
define('sky-content', 'open', () => [h('main', {}, ...contentViews(h, page))]);
define('sky-footer', 'closed', () => [h('footer', {}, h('p', {}, site.name))]);
setHead(page);
