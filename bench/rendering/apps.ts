import { join } from 'node:path';
import { type BlockKind } from './content/model.js';
import { THEMES } from './content/themes.js';

/** An application: a shell (`apps/<id>/index.html`) and the script that fills it. */
export interface App {
  readonly id: string;
  /** Folder of the script that is bundled to /assets/main.js; the application's own if unset. */
  readonly source?: string;
  readonly theme: string;
  readonly lang: string;
  readonly slugs: readonly string[];
  readonly routing: 'history' | 'hash';
  /** Selector of the element that the script fills, for scripts that several shells share. */
  readonly mount: string;
  readonly kinds: readonly BlockKind[];
  /** Files of npm packages that the shell loads as /vendor/<name>. */
  readonly vendor: readonly string[];
}

const HERE = import.meta.dirname;
export const APPS_FOLDER = join(HERE, 'apps');
export const BUILT_FOLDER = join(HERE, 'cache/apps');

const ALL_KINDS: readonly BlockKind[] = [
  'text',
  'cards',
  'list',
  'form',
  'table',
  'facts',
  'frame',
  'actions',
];
const themes = Object.keys(THEMES);

function app(id: string, slugs: string, options: Partial<App> = {}): App {
  const seed = seedOf({ id });
  return {
    id,
    theme: themes[seed % themes.length] ?? '',
    lang: 'en',
    slugs: ['', ...slugs.split(' ').filter((slug) => slug !== '')],
    routing: 'history',
    mount: '#root',
    kinds: ALL_KINDS,
    vendor: [],
    ...options,
  };
}

const ANGULARJS = 'angular/angular.min.js';
const JQUERY = 'jquery/dist/jquery.min.js';

export const APPS: readonly App[] = [
  app('react-vite', 'opening-hours about'),
  app('react-cra', 'pricing', { source: 'react-vite', routing: 'hash' }),
  app('react-lazy', 'plants', { kinds: ['text', 'cards', 'form'] }),
  app('preact-pwa', 'alerts', { mount: '#boot' }),
  app('preact-body', 'routes', { source: 'preact-pwa', mount: 'body' }),
  app('htm-importmap', 'berths', {
    kinds: ['text', 'list', 'table', 'actions'],
    vendor: ['preact/dist/preact.module.js', 'htm/dist/htm.module.js'],
  }),
  app('vue-router', 'trails huts', { mount: '#app' }),
  app('vue-quasar', 'sprechzeiten', { source: 'vue-router', mount: '#q-app', routing: 'hash', lang: 'de' }),
  app('nuxt-spa', 'tienda', { source: 'vue-router', mount: '#__nuxt', lang: 'es' }),
  app('vue-in-dom', 'islands', {
    kinds: ['text', 'table', 'cards'],
    vendor: ['vue/dist/vue.global.prod.js'],
  }),
  app('svelte-kit', 'tickets', { mount: 'body > div', kinds: ['text', 'cards', 'form', 'facts', 'frame'] }),
  app('svelte-section', 'exhibitions', {
    source: 'svelte-kit',
    mount: '.view',
    routing: 'hash',
    kinds: ['text', 'cards', 'form', 'facts', 'frame'],
  }),
  app('angular-routed', 'orders help', { kinds: ['text', 'cards', 'list', 'form', 'facts', 'actions'] }),
  app('angular-splash', 'repairs', { kinds: ['text', 'cards', 'list', 'form', 'facts', 'actions'] }),
  app('angularjs-view', 'glazes', {
    routing: 'hash',
    kinds: ['text', 'cards', 'form'],
    vendor: [ANGULARJS, 'angular-route/angular-route.min.js'],
  }),
  app('angularjs-bindings', '', { kinds: ['text', 'cards', 'list'], vendor: [ANGULARJS] }),
  app('solid', 'concerts', { routing: 'hash' }),
  app('lit-app', 'novels', { kinds: ['text', 'cards', 'list', 'form'] }),
  app('lit-chrome', 'lectures', { source: 'lit-app', kinds: ['text', 'cards', 'list', 'form'] }),
  app('mithril-body', 'program', { source: 'mithril-body', routing: 'hash', mount: 'body' }),
  app('mithril-stage', 'abonnements', { source: 'mithril-body', mount: '#stage', lang: 'fr' }),
  app('hyperapp', 'passes'),
  app('van', 'pasteles', { lang: 'es' }),
  app('alpine', 'fares', { kinds: ['text', 'cards', 'table'], vendor: ['alpinejs/dist/cdn.min.js'] }),
  app('petite-vue', 'herbs', {
    kinds: ['text', 'facts', 'actions'],
    vendor: ['petite-vue/dist/petite-vue.iife.js'],
  }),
  app('knockout', '', {
    kinds: ['text', 'form', 'table'],
    vendor: ['knockout/build/output/knockout-latest.js'],
  }),
  app('htmx-partials', 'halls', { vendor: ['htmx.org/dist/htmx.min.js'] }),
  app('turbo-frame', '', { vendor: ['@hotwired/turbo/dist/turbo.es2017-umd.js'] }),
  app('jquery-load', 'cafes', { lang: 'fr', vendor: [JQUERY] }),
  app('jquery-json', 'herbs', { kinds: ['text', 'cards', 'form'], vendor: [JQUERY] }),
  app('backbone', 'atlases', {
    routing: 'hash',
    kinds: ['text', 'cards', 'list'],
    vendor: [JQUERY, 'underscore/underscore-umd-min.js', 'backbone/backbone-min.js'],
  }),
  app('marionette', 'studio', { kinds: ['text', 'facts', 'actions'] }),
  app('handlebars', '', { kinds: ['text', 'cards', 'table'], vendor: ['handlebars/dist/handlebars.min.js'] }),
  app('ember', 'cabins', {
    kinds: ['text', 'cards', 'form'],
    vendor: [JQUERY, 'ember-source/dist/ember.debug.js', 'ember-source/dist/ember-template-compiler.js'],
  }),
  app('docsify', 'queries', {
    routing: 'hash',
    vendor: ['docsify/lib/docsify.min.js', 'docsify/lib/themes/vue.css'],
  }),
  app('marked-reader', 'queries', { vendor: ['marked/lib/marked.esm.js'] }),
  app('plain-inner-html', 'cakes'),
  app('plain-dom', 'beans tasting', { mount: 'body' }),
  app('single-spa', 'settings', { source: 'plain-dom', mount: '[id="single-spa-application:@org/content"]' }),
  app('plain-template', 'mosaics', { kinds: ['text', 'cards'] }),
  app('plain-skeleton', 'staff', { mount: '.feed' }),
  app('plain-shadow', 'dome'),
  app('plain-document-write', 'cabins'),
  app('i18n-attributes', '', { lang: 'de', kinds: ['text'] }),
  app('dashboard', 'alerts', { source: 'plain-skeleton', mount: '.content-wrapper' }),
  app('storefront', 'bread', { source: 'plain-skeleton', mount: '#js-product-area' }),
  app('portal', 'katalog', { source: 'plain-skeleton', mount: 'main', lang: 'de' }),
];

/** Seed of an application's content, which its id alone decides. */
export function seedOf({ id }: Pick<App, 'id'>): number {
  return [...id].reduce((hash, character) => (hash * 31 + character.charCodeAt(0)) >>> 0, 7);
}

/** Addresses of an application's pages, from the root. */
export function pathsOf({ slugs, routing }: App): string[] {
  return slugs.map((slug) => (routing === 'hash' && slug !== '' ? `/#/${slug}` : `/${slug}`));
}
