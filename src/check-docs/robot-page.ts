import { VERSION } from '../basics/version.js';
import { html } from '../platform/pages/html.js';
import { htmlPage } from '../platform/pages/html-page.js';

/** For owners of websites who find Pagegrade in their logs.
 *  @param hostConcurrency pages of a host that are audited at once */
export function robotPage(hostConcurrency: number): string {
  return htmlPage({
    title: 'Pagegrade on your website',
    description: 'What Pagegrade requests from websites, how often, and how to slow it down or keep it out.',
    main: html`<p class="lead">Somebody audits pages of your website with Pagegrade, a program that grades web pages. Its
requests have a user agent like <code>Mozilla/5.0 (compatible; Pagegrade/${VERSION}; +…/docs/robot)</code>.</p>
<h2>What it requests</h2>
<p>The page, robots.txt, and what the page refers to: a sample of its links, images, scripts and style sheets, its favicon,
the sitemap, llms.txt, its address with http, an address that does not exist; and up to three more times the page itself,
unless it is one of a crawl. It sends no forms, and only HEAD or GET. If a browser renders the page, it also
loads what any visitor’s browser would.</p>
<h2>How often</h2>
<p>A crawl of a whole site begins a page every 250 milliseconds unless its user chose otherwise, and every page once. What
pages share is requested once for the whole crawl. At most ${String(hostConcurrency)} pages of a host are audited at the same
time, and an audit has at most 6 connections.</p>
<h2>How to slow it down</h2>
<p>In robots.txt, <code>Crawl-delay</code> is the least number of seconds between two pages of a crawl, up to 30:</p>
<pre><code>User-agent: Pagegrade
Crawl-delay: 5</code></pre>
<p>After a response with the status 429 or 503, the time between two pages is doubled, up to a minute, and
<code>Retry-After</code> is honored, up to ten minutes.</p>
<h2>How to keep it out</h2>
<p>Crawls obey robots.txt as Google’s robot does, and <code>nofollow</code>. Links that robots.txt disallows are not
requested either. Only the page that somebody asked for by its address is loaded in any case.</p>
<pre><code>User-agent: Pagegrade
Disallow: /</code></pre>`,
  });
}
