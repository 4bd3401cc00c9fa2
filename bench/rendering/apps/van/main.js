import van from 'vanjs-core';
import { fetchJson } from '../../views/route.js';
import { setHead } from '../../views/head.js';
import { mainView } from '../../views/view.js';

const h = (tag, attributes, ...children) => van.tags[tag](attributes, ...children);
const page = await fetchJson(`/api/pages/${location.pathname.slice(1) || 'index'}.json`);
setHead(page);
van.add(document.querySelector('.catalog-view'), mainView(h, page));
