import { createResource, Show } from 'solid-js';
import h from 'solid-js/h';
import { render } from 'solid-js/web';
import { setHead } from '../../views/head.js';
import { fetchJson, pageAt } from '../../views/route.js';
import { pageView } from '../../views/view.js';

function App() {
  const [site] = createResource(() => fetchJson('/api/site.json'));
  const content = () => {
    const page = pageAt(site(), location.hash);
    setHead(page);
    return pageView(h, site(), page);
  };
  return h(Show, { when: site, fallback: h('div', { class: 'spinner' }) }, content);
}

render(() => h(App), document.getElementById('root'));
