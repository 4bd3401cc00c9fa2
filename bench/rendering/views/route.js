/** The page of an address; unknown addresses lead to the first page. */
export function pageAt(site, path) {
  const slug = path.replace(/^[#/]+/, '').replace(/\/$/, '');
  return site.pages.find((page) => page.slug === slug) ?? site.pages[0];
}

/** What the server has in a file of JSON. */
export async function fetchJson(path) {
  const response = await fetch(path);
  return response.json();
}
