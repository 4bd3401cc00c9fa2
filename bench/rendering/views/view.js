/** The page for every framework that makes elements with a function: `h(tag, attributes, ...children)`. */
export function pageView(h, site, page) {
  return h(
    'div',
    { class: 'page' },
    h(
      'header',
      { class: 'bar' },
      h('a', { class: 'brand', href: page.navigation[0].href }, site.name),
      navigationView(h, page),
    ),
    mainView(h, page),
    h('footer', {}, h('p', {}, `© ${site.name}. All rights reserved.`)),
  );
}

export function navigationView(h, page) {
  return h(
    'nav',
    {},
    h('ul', {}, ...page.navigation.map(({ href, text }) => h('li', {}, h('a', { href }, text)))),
  );
}

export function mainView(h, page) {
  return h('main', {}, ...contentViews(h, page));
}

export function contentViews(h, page) {
  return [h('h1', {}, page.heading), ...page.blocks.map((block) => blockView(h, block))];
}

export function blockView(h, block) {
  return h(
    'section',
    { class: block.kind },
    h(`h${block.level}`, {}, block.heading),
    ...VIEWS[block.kind](h, block),
  );
}

const VIEWS = {
  text: (h, { paragraphs, isPale }) =>
    paragraphs.map((text) => h('p', isPale ? { class: 'pale' } : {}, text)),
  cards: (h, { cards }) => cards.map((card) => cardView(h, card)),
  list: (h, { items, isBroken }) => [
    h('ul', {}, ...items.map((text) => h(isBroken ? 'div' : 'li', {}, text))),
  ],
  form: (h, { fields, button }) => [
    h(
      'form',
      { action: '/send' },
      ...fields.map((field) => fieldView(h, field)),
      h('button', { type: 'submit' }, button),
    ),
  ],
  table: (h, { head, rows }) => [
    h(
      'table',
      {},
      h('thead', {}, h('tr', {}, ...head.map((text) => h('th', {}, text)))),
      h('tbody', {}, ...rows.map((row) => h('tr', {}, ...row.map((text) => h('td', {}, text))))),
    ),
  ],
  facts: (h, { facts }) => [
    h('dl', {}, ...facts.flatMap(({ term, text }) => [h('dt', {}, term), h('dd', {}, text)])),
  ],
  frame: (h, { src, title }) => [h('iframe', { src, ...(title !== null && { title }) })],
  actions: (h, { actions }) =>
    actions.map(({ href, icon, label, tabindex }) =>
      h(
        'a',
        {
          href,
          ...(label !== null && { 'aria-label': label }),
          ...(tabindex !== null && { tabindex: String(tabindex) }),
        },
        h('i', { class: 'icon', 'aria-hidden': 'true' }, icon),
      ),
    ),
};

function cardView(h, { title, text, picture, link }) {
  return h(
    'article',
    {},
    h('img', {
      src: picture.src,
      width: '320',
      height: '200',
      ...(picture.alt !== null && { alt: picture.alt }),
    }),
    h('h3', {}, title),
    h('p', {}, text),
    h('a', link.href === '' ? {} : { href: link.href }, link.text),
  );
}

function fieldView(h, field) {
  const { id, type, label, placeholder, options } = field;
  const control =
    type === 'select'
      ? h('select', { id, name: id }, ...options.map((text) => h('option', {}, text)))
      : type === 'textarea'
        ? h('textarea', { id, name: id })
        : h('input', { id, name: id, type, ...(placeholder !== '' && { placeholder }) });
  return h('p', {}, ...(label === null ? [] : [h('label', { for: id }, label)]), control);
}
