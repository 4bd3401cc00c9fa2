import { mount } from 'svelte';
import { site } from 'site:content';
import { pageAt } from '../../views/route.js';
import App from './App.svelte';

const path = ROUTING === 'hash' ? location.hash : location.pathname;
mount(App, { target: document.querySelector(MOUNT), props: { site, page: pageAt(site, path) } });
