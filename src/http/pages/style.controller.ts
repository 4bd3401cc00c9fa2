import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../public.decorator.js';

const STYLE = `:root {
  color-scheme: light dark;
  --ink: light-dark(#1b1f24, #e6e8eb);
  --quiet: light-dark(#57606a, #9aa4af);
  --ground: light-dark(#ffffff, #14171a);
  --panel: light-dark(#f4f6f8, #1f2429);
  --line: light-dark(#d5dae0, #363d45);
  --link: light-dark(#0b5cad, #7ab8ff);
  --good: light-dark(#13703a, #5fd08a);
  --bad: light-dark(#a8231b, #ff8f85);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif; }
header, main { max-width: 52rem; margin: 0 auto; padding: 1rem; }
header { display: flex; gap: 1.5rem; border-bottom: 1px solid var(--line); }
h1 { line-height: 1.2; overflow-wrap: anywhere; }
h2 { margin-top: 2.5rem; line-height: 1.3; }
a { color: var(--link); text-underline-offset: 0.15em; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
code, pre { font: 0.9rem/1.5 ui-monospace, monospace; }
pre { padding: 1rem; overflow-x: auto; background: var(--panel); border: 1px solid var(--line); border-radius: 0.4rem; white-space: pre-wrap; overflow-wrap: anywhere; }
dl.facts { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1.5rem; }
dl.facts dt { color: var(--quiet); }
dl.facts dd { margin: 0; overflow-wrap: anywhere; }
dl.checks dt { margin-top: 1rem; font-weight: 600; }
dl.checks dd { margin: 0; }
.quiet { color: var(--quiet); font-weight: 400; }
.good { color: var(--good); }
.bad { color: var(--bad); }
`;

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#0b5cad"/>' +
  '<path d="M4 8.5l3 3 5-7" fill="none" stroke="#fff" stroke-width="2"/></svg>';

/** What all pages are dressed in. */
@Public()
@ApiExcludeController()
@Controller()
export class StyleController {
  @Get('style.css')
  @Header('Content-Type', 'text/css; charset=utf-8')
  @Header('Cache-Control', 'public, max-age=86400')
  style(): string {
    return STYLE;
  }

  @Get('icon.svg')
  @Header('Content-Type', 'image/svg+xml')
  @Header('Cache-Control', 'public, max-age=86400')
  icon(): string {
    return ICON;
  }
}
