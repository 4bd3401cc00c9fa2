import {
  CATEGORIES,
  CATEGORY_NAMES,
  type Check,
  type Example,
  type Importance,
  type Method,
} from '../engine/audit/check.js';
import { findingOn } from '../engine/audit/example-page.js';
import { messageOf } from '../engine/audit/message.js';
import { CHECKS } from '../engine/audit/registry.js';
import { type Html, html, prose } from '../platform/pages/html.js';
import { htmlPage } from '../platform/pages/html-page.js';

const WEIGHTS: Readonly<Record<Importance, string>> = {
  high: 'high, default weight 10',
  medium: 'medium, default weight 5',
  low: 'low, default weight 2',
  info: 'informational, never scored',
};
const METHODS: Readonly<Record<Method, string>> = {
  exact: 'exact: the rule decides',
  approximate: 'approximate: markup and headers are used to estimate what a browser would show',
  sampled: 'sampled: only part is examined; the finding says how many of how many',
  unstyled: 'unstyled: a style sheet could not be loaded, so hidden parts were treated as visible',
  unrendered: 'unrendered: scripts may add what is missing, and no browser has run them; it does not count',
};

/** List of all checks. */
export function checksPage(): string {
  const categories = CATEGORIES.map((category) => {
    const checks = CHECKS.filter((check) => check.category === category);
    return html`<h2 id="${category}">${CATEGORY_NAMES[category]}</h2>
<dl class="checks">
${checks.map(
  ({
    id,
    name,
    what,
    importance,
  }) => html`<dt><a href="/docs/checks/${id}">${name}</a> <span class="quiet"><code>${id}</code>, ${importance}</span></dt>
<dd>${prose(what)}</dd>
`,
)}</dl>
`;
  });
  return htmlPage({
    title: 'What Pagegrade checks',
    description: `All ${String(CHECKS.length)} checks: the rule, the reason and the source of each.`,
    main: html`<p>Each of the ${CHECKS.length} checks passes, warns, fails, or does not apply. The score is the weighted share of passed
checks; a warning counts half. Some checks limit the score if they fail.</p>
${categories}`,
  });
}

/** Documentation of one check. */
export function checkPage(check: Check): string {
  const { id, name, what, why, fix, source, importance, method, scoreCap, category } = check;
  return htmlPage({
    title: `${name}: check documentation`,
    description: `${what} ${why}`.slice(0, 155),
    heading: html`<p class="crumbs"><a href="/docs/checks">All checks</a></p>
<h1>${name}</h1>`,
    main: html`<p class="lead">${prose(what)}</p>
<dl class="facts">
<dt>Id</dt><dd><code>${id}</code></dd>
<dt>Category</dt><dd><a href="/docs/checks#${category}">${CATEGORY_NAMES[category]}</a></dd>
<dt>Importance</dt><dd>${WEIGHTS[importance]}</dd>
<dt>Method</dt><dd>${METHODS[method]}</dd>
${scoreCap === undefined ? '' : html`<dt>Limit</dt><dd>a page that fails this check scores at most ${scoreCap}</dd>`}
<dt>Source</dt><dd><a href="${source}" rel="noopener noreferrer">${source}</a></dd>
</dl>
<h2>Why</h2>
<p>${prose(why)}</p>
<h2>How to fix</h2>
<p>${prose(fix)}</p>
<h2 class="good">Passes</h2>
${exampleOf(check, check.examples.passes)}
<h2 class="bad">${importance === 'info' ? 'Reported' : 'Fails'}</h2>
${exampleOf(check, check.examples.fails)}
`,
  });
}

const MAX_SHOWN = 1500;

/** The parts of an example that matter, and the message of its finding; the rest of the page is ordinary. */
function exampleOf(check: Check, example: Example): Html {
  const { html: markup, headers, robotsTxt, responses, ...facts } = example;
  const parts: readonly (readonly [string, string | undefined])[] = [
    ['Headers', headers?.map(([name, value]) => `${name}: ${value}`).join('\n')],
    [
      'robots.txt',
      robotsTxt && (robotsTxt.body === '' ? `status ${String(robotsTxt.status)}` : robotsTxt.body),
    ],
    ['Document', markup],
    ['Measured', Object.keys(facts).length === 0 ? undefined : JSON.stringify(facts, null, 2)],
    ['Other responses', responses && JSON.stringify(responses, null, 2)],
  ];
  const shown = parts.filter(
    (part): part is readonly [string, string] => part[1] !== undefined && part[1] !== '',
  );
  const message = html`<p>${messageOf(findingOn(check, example))}</p>
`;
  if (shown.length === 0)
    return html`<p class="quiet">An ordinary page without any of this</p>
${message}`;
  return html`${shown.map(
    ([name, text]) => html`<p class="quiet">${name}</p>
<pre tabindex="0"><code>${text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text}</code></pre>
`,
  )}${message}`;
}
