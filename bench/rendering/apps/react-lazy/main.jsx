import { lazy, Suspense, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { fetchJson, pageAt } from '../../views/route.js';

const Content = lazy(() => import('./content.jsx'));

function App() {
  const [site, setSite] = useState(null);
  useEffect(() => void fetchJson('/api/site.json').then(setSite), []);
  if (!site) return <div className="spinner" role="status" aria-label="Loading" />;
  return (
    <Suspense fallback={<p>Loading…</p>}>
      <Content page={pageAt(site, location.pathname)} site={site} />
    </Suspense>
  );
}

createRoot(document.querySelector('#storefront')).render(<App />);
