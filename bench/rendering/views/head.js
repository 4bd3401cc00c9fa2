/** Sets what a page says about itself, like the head managers of frameworks. */
export function setHead(page) {
  if (page.title !== null) document.title = page.title;
  if (page.lang === null) document.documentElement.removeAttribute('lang');
  else document.documentElement.lang = page.lang;
  setMeta('description', page.description);
  setMeta('robots', page.robots);
  document.head.querySelector('link[rel=canonical]')?.remove();
  if (page.canonical === null) return;
  const href = page.canonical.startsWith('/') ? location.origin + page.canonical : page.canonical;
  document.head.append(Object.assign(document.createElement('link'), { rel: 'canonical', href }));
}

function setMeta(name, content) {
  document.head.querySelector(`meta[name=${name}]`)?.remove();
  if (content !== null)
    document.head.append(Object.assign(document.createElement('meta'), { name, content }));
}
