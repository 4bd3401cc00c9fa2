import { type Html, html, NOTHING } from './html.js';
import { ICON_PATH, STYLE_PATH } from './style.js';

export interface HtmlPage {
  readonly title: string;
  /** For search engines. */
  readonly description: string;
  readonly main: Html;
  /** Default: the title. */
  readonly heading?: Html;
  /** Further elements of the head. */
  readonly head?: Html;
}

/** A complete page. */
export function htmlPage({
  title,
  description,
  main,
  heading = html`<h1>${title}</h1>`,
  head = NOTHING,
}: HtmlPage): string {
  return html`<!doctype html>
<html lang="en" itemscope itemtype="https://schema.org/WebPage">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title itemprop="name">${title} – Pagegrade</title>
<meta name="description" itemprop="description" content="${description}">
${head}<link rel="icon" href="${ICON_PATH}" type="image/svg+xml">
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="bar"><div><a class="brand" href="/"><img src="${ICON_PATH}" alt="" width="24" height="24">Pagegrade</a>
<nav aria-label="Pagegrade"><a href="/docs/checks">What is checked</a> <a href="/docs">API</a></nav></div></header>
<main id="main" tabindex="-1">
${heading}
${main}
</main>
<footer><p>Made by <a href="/">Pagegrade</a>, which grades web pages. <a href="/docs/checks">What is checked</a>, why, and by which standard.</p></footer>
</body>
</html>
`.text;
}
