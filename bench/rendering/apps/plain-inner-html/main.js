import { site } from 'site:content';
import { html } from '../../views/elements.js';
import { pageAt } from '../../views/route.js';
import { pageView } from '../../views/view.js';

window.pageHtml = String(pageView(html, site, pageAt(site, location.pathname)));
