import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, HashRouter, useLocation } from 'react-router';
import { site } from 'site:content';
import { pageAt } from '../../views/route.js';
import { pageView } from '../../views/view.js';

const NAMES = { class: 'className', for: 'htmlFor', tabindex: 'tabIndex' };
const h = (tag, attributes, ...children) =>
  createElement(
    tag,
    Object.fromEntries(Object.entries(attributes).map(([name, value]) => [NAMES[name] ?? name, value])),
    ...children,
  );

/** React itself moves these to the head. */
function Head({ page }) {
  return (
    <>
      {page.title !== null && <title>{page.title}</title>}
      {page.description !== null && <meta name="description" content={page.description} />}
      {page.canonical !== null && <link rel="canonical" href={page.canonical} />}
      {page.robots !== null && <meta name="robots" content={page.robots} />}
    </>
  );
}

function App() {
  const page = pageAt(site, useLocation().pathname);
  return (
    <>
      <Head page={page} />
      {pageView(h, site, page)}
    </>
  );
}

const Router = ROUTING === 'hash' ? HashRouter : BrowserRouter;
createRoot(document.querySelector(MOUNT)).render(
  <Router>
    <App />
  </Router>,
);
