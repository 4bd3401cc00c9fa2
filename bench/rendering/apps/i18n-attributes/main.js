import i18next from 'i18next';
import { setHead } from '../../views/head.js';
import { fetchJson } from '../../views/route.js';

const page = await fetchJson('/api/pages/index.json');
const texts = page.blocks.slice(0, 3).flatMap(({ heading, paragraphs }, index) => [
  [`heading_${index}`, heading],
  [`text_${index}`, paragraphs.join(' ')],
]);
const translation = {
  title: page.title ?? '',
  heading: page.heading,
  footer: '© Spoke Works',
  ...Object.fromEntries(texts),
};
await i18next.init({ lng: 'de', resources: { de: { translation } } });
for (const element of document.querySelectorAll('[data-i18n]'))
  element.textContent = i18next.t(element.dataset.i18n);
setHead(page);
