import { Controller, Get, Inject } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../http/public.decorator.js';
import { AnswersFixedPage } from './html-answer.js';
import { CONFIG, type Config } from '../config/config.js';
import { type Html, html } from './html.js';
import { htmlPage } from './html-page.js';

const CONSOLE = html`<li><a href="/console">Console</a> <span>Audit pages, read reports and share them. Sign in with a key.</span></li>
`;

const homeWith = (console: Html | false) =>
  htmlPage({
    title: 'An HTTP API that grades web pages',
    description:
      'Post the URL of a web page and get a score from 0 to 100, a result, and findings that say what to fix, where and why.',
    heading: html`<h1>Pagegrade</h1>`,
    main: html`<p class="lead">This is an HTTP API that grades web pages. Post a URL; get a score from 0 to 100, a result, and
findings that say what to fix, where and why.</p>
<ul class="doors">
${console}<li><a href="/docs">Try the API</a> <span>Every operation, in the browser, with your key.</span></li>
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
  private readonly page: string;

  constructor(@Inject(CONFIG) config: Config) {
    this.page = homeWith(config.console && CONSOLE);
  }

  @Get()
  @AnswersFixedPage()
  home(): string {
    return this.page;
  }
}
