import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../http/public.decorator.js';
import { AnswersFixedPage } from './html-answer.js';
import { html } from './html.js';
import { htmlPage } from './html-page.js';

const HOME = htmlPage({
  title: 'An HTTP API that grades web pages',
  description:
    'Post the URL of a web page and get a score from 0 to 100, a result, and findings that say what to fix, where and why.',
  heading: html`<h1>Pagegrade</h1>`,
  main: html`<p class="lead">This is an HTTP API that grades web pages. Post a URL; get a score from 0 to 100, a result, and
findings that say what to fix, where and why.</p>
<ul class="doors">
<li><a href="/docs">Try the API</a> <span>Every operation, in the browser, with your key.</span></li>
<li><a href="/docs/checks">What is checked</a> <span>Each check, why it matters, how to fix it, and its source.</span></li>
<li><a href="/openapi.json">OpenAPI document</a> <span>For code generators and tools.</span></li>
</ul>
<h2>A first report</h2>
<pre tabindex="0"><code>curl -H "Authorization: Bearer $KEY" -d url=https://example.com/ $ADDRESS/api/v1/reports</code></pre>
<p>The operator of this server issues keys. Pages that are shared with you need no key: open the link.</p>
`,
});

/** The home page. */
@Public()
@ApiExcludeController()
@Controller()
export class HomeController {
  @Get()
  @AnswersFixedPage()
  home(): string {
    return HOME;
  }
}
