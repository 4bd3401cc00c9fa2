import { documentCheck, pass, warn } from '../../check.js';
import { collapsedLength } from '../../dom/titles.js';
import { visibleBeginning, visibleLength } from '../../dom/visible-text.js';

export const textHtmlRatio = documentCheck({
  id: 'text_html_ratio',
  name: 'Text to HTML ratio',
  category: 'content',
  importance: 'info',
  what: 'At least a tenth of the document is visible text (`text_percent`).',
  why: 'A lot of markup around little text often comes from inline styles, scripts and data, which slow the page down.',
  fix: 'Move inline styles, scripts and images into files, and remove unnecessary wrapper elements.',
  source: 'https://web.dev/articles/dom-size-and-interactivity',
  method: 'approximate',
  restsOnStyle: true,
  restsOnContent: true,
  value: { text_percent: 'integer', min_text_percent: 'integer' },
  messages: {
    pass: ({ text_percent }) => `Visible text makes up ${String(text_percent)}% of the document.`,
    little_text: ({ text_percent, min_text_percent }) =>
      `Visible text makes up only ${String(text_percent)}% of the document; it should make up at least ${String(min_text_percent)}%.`,
  },
  examples: {
    passes: { html: `<p>${'Blue shoes in all sizes. '.repeat(20)}` },
    fails: { html: `<style>${'a{color:red}'.repeat(200)}</style><p>Shoes` },
  },
  run({ dom, html, limits }) {
    const beginning = visibleBeginning(dom);
    const share = beginning === '' ? 0 : collapsedLength(beginning) / beginning.length;
    const text_percent = html === '' ? 0 : Math.round((100 * share * visibleLength(dom)) / html.length);
    const value = { text_percent, min_text_percent: limits.text_percent };
    return text_percent >= limits.text_percent ? pass(value) : warn('little_text', { value });
  },
});
