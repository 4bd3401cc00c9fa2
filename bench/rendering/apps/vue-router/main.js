import { useHead } from '@unhead/vue';
import { createHead } from '@unhead/vue/client';
import { createApp, defineComponent } from 'vue/dist/vue.esm-bundler.js';
import { createI18n } from 'vue-i18n';
import { createRouter, createWebHashHistory, createWebHistory } from 'vue-router';
import { fetchJson } from '../../views/route.js';

const BlockView = defineComponent({
  props: ['block'],
  template: `<section :class="block.kind">
    <component :is="'h' + block.level">{{ block.heading }}</component>
    <p v-for="text in block.paragraphs" :class="{ pale: block.isPale }">{{ text }}</p>
    <article v-for="card in block.cards">
      <img :src="card.picture.src" :alt="card.picture.alt"><h3>{{ card.title }}</h3><p>{{ card.text }}</p>
      <a :href="card.link.href">{{ card.link.text }}</a>
    </article>
    <ul v-if="block.items"><component :is="block.isBroken ? 'div' : 'li'" v-for="text in block.items">{{ text }}</component></ul>
    <form v-if="block.fields" @submit.prevent>
      <div v-for="field in block.fields" :key="field.id">
        <label v-if="field.label" :for="field.id">{{ field.label }}</label>
        <select v-if="field.options.length" :id="field.id"><option v-for="text in field.options">{{ text }}</option></select>
        <input v-else :id="field.id" :type="field.type" :placeholder="field.placeholder || null">
      </div>
      <button>{{ block.button && $t('send') }}</button>
    </form>
    <table v-if="block.rows"><tr><th v-for="text in block.head">{{ text }}</th></tr>
      <tr v-for="row in block.rows"><td v-for="text in row">{{ text }}</td></tr></table>
    <dl v-if="block.facts"><template v-for="fact in block.facts"><dt>{{ fact.term }}</dt><dd>{{ fact.text }}</dd></template></dl>
    <iframe v-if="block.src" :src="block.src" :title="block.title"></iframe>
    <a v-for="action in block.actions" :href="action.href" :aria-label="action.label" :tabindex="action.tabindex"><i class="icon" aria-hidden="true">{{ action.icon }}</i></a>
  </section>`,
});

const PageView = defineComponent({
  components: { BlockView },
  props: ['page'],
  setup({ page }) {
    useHead({
      ...(page.title !== null && { title: page.title }),
      ...(page.lang !== null && { htmlAttrs: { lang: page.lang } }),
      meta: ['description', 'robots']
        .filter((name) => page[name] !== null)
        .map((name) => ({ name, content: page[name] })),
      link: page.canonical === null ? [] : [{ rel: 'canonical', href: page.canonical }],
    });
  },
  template: `<main><h1>{{ page.heading }}</h1><BlockView v-for="(block, index) in page.blocks" :key="index" :block="block" /></main>`,
});

const Layout = {
  props: ['site'],
  template: `<header class="bar"><nav><RouterLink v-for="link in site.pages[0].navigation" :to="link.href.replace('#', '')">{{ link.text }}</RouterLink></nav></header>
    <RouterView /><footer>{{ $t('rights') }} {{ site.name }}</footer>`,
};

const site = await fetchJson('/api/site.json');
const router = createRouter({
  history: ROUTING === 'hash' ? createWebHashHistory() : createWebHistory(),
  routes: site.pages.map((page) => ({ path: `/${page.slug}`, component: PageView, props: { page } })),
});
const i18n = createI18n({
  locale: site.lang,
  messages: {
    en: { send: 'Send', rights: 'All rights reserved:' },
    de: { send: 'Absenden', rights: 'Alle Rechte vorbehalten:' },
    es: { send: 'Enviar', rights: 'Todos los derechos reservados:' },
  },
});
createApp(Layout, { site }).use(router).use(createHead()).use(i18n).mount(MOUNT);
