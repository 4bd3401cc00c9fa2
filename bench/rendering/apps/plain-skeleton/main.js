import { h } from '../../views/elements.js';
import { setHead } from '../../views/head.js';
import { fetchJson } from '../../views/route.js';
import { mainView } from '../../views/view.js';

const page = await fetchJson(`/api/pages/${location.pathname.slice(1) || 'index'}.json`);
setHead(page);
const feed = document.querySelector(MOUNT);
feed.replaceChildren(mainView(h, page));
feed.removeAttribute('aria-busy');
