import { css, html, LitElement, nothing } from 'lit';
import { html as staticHtml, unsafeStatic } from 'lit/static-html.js';
import { site } from 'site:content';
import { setHead } from '../../views/head.js';
import { pageAt } from '../../views/route.js';

const heading = ({ level, heading: text }) =>
  staticHtml`<${unsafeStatic(`h${level}`)}>${text}</${unsafeStatic(`h${level}`)}>`;
const field = ({ id, type, label, placeholder }) =>
  html`${label === null ? nothing : html`<label for=${id}>${label}</label>`}<input id=${id} type=${type} placeholder=${placeholder || nothing}>`;

class LanternCard extends LitElement {
  static properties = { card: { attribute: false } };

  render() {
    const { picture, title, text, link } = this.card;
    return html`<img src=${picture.src} alt=${picture.alt ?? nothing}><h3>${title}</h3><p>${text}</p><a href=${link.href}>${link.text}</a>`;
  }
}

class LanternApp extends LitElement {
  static styles = css`.pale { color: #bbb }`;

  page = pageAt(site, location.pathname);

  connectedCallback() {
    super.connectedCallback();
    setHead(this.page);
  }

  render() {
    return html`<h1>${this.page.heading}</h1>${this.page.blocks.map(
      (block) => html`<section>${heading(block)}
      ${block.paragraphs?.map((text) => html`<p class=${block.isPale ? 'pale' : nothing}>${text}</p>`)}
      ${block.cards?.map((card) => html`<lantern-card .card=${card}></lantern-card>`)}
      ${block.items ? html`<ul>${block.items.map((text) => html`<li>${text}</li>`)}</ul>` : nothing}
      ${block.fields?.map(field)}
    </section>`,
    )}`;
  }
}

customElements.define('lantern-card', LanternCard);
customElements.define('lantern-app', LanternApp);
