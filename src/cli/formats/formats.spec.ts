import draft04 from 'ajv-draft-04';
import formats from 'ajv-formats';
import { Parser } from 'commonmark';
import { readFileSync } from 'node:fs';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { unavailable } from '../../engine/rendering/rendering.js';
import { type AuditedPage } from './audited-page.js';
import { auditedPage, gradeOf, OPTIONS } from './audited-page.fixture.js';
import { AUDIT_FORMATS, type AuditFormat } from './format-names.js';
import { filesOf, FORMATS } from './formats.js';

const LINES = ['<h1>A</h1>', '<p>é 😀 <img src="a.png"></p>\r', '  <img src="b.png">'];

/** What a hostile page says of itself. Each holds the mark, so that a test can tell whether it was shown. */
const PAYLOADS = [
  '</script><script>MARK</script>',
  ']]>MARK<![CDATA[',
  '|MARK|MARK|',
  '`MARK` ``MARK``',
  '\n::error::MARK',
  '%0A::error::MARK%25',
  '100% MARK %zz',
  '\u001b[2J\u001b]8;;http://evil.test\u0007MARK',
  'MARK\r\rMARK',
  '\u202eMARK\u2066',
  'MARK\u0000MARK',
  'MARK\ud800MARK\udc00',
  '<!-- MARK',
  'javascript:MARK',
  '[MARK](javascript:MARK)',
  '![MARK](http://evil.test/x.png)',
  '<img src=x onerror=MARK>',
  '&lt;MARK&gt;&#60;MARK&amp;',
  '\\MARK\\[MARK](x)\\',
  '</details></testcase><MARK>',
  'https://evil.test/MARK www.evil.test MARK@evil.test #1 @MARK',
  '\n\n# MARK\n- MARK\n1. MARK\n---\n',
  '$MARK$ ~~MARK~~ **MARK** __MARK__',
  'MARK\u2028MARK\u2029\u0085MARK\ufffe\uffff',
];

function write(format: AuditFormat, pages: readonly AuditedPage[], options = OPTIONS): string {
  return FORMATS[format].write(pages, options);
}

/** The payload wherever findings quote a page. */
function hostilePage(payload: string): AuditedPage {
  const attribute = payload.replaceAll('"', '&quot;');
  const page = auditedPage({
    url: `https://example.com/?q=${payload}`,
    html: `<!doctype html><title>${payload}</title><meta name="description" content="${attribute}">
<h1>${payload}</h1><img src="a.png" class="${attribute}"><a href="${attribute}">${payload}</a>
<script>${payload}</script><script src="${attribute}"></script>`,
  });
  // What surrounds a page is quoted as it came, without a parser in between.
  const [first, ...others] = page.grade?.checks ?? [];
  if (!first || !page.grade) throw new Error('The page has findings');
  const place = { selector: payload, line: null, column: null, excerpt: payload };
  const planted = { ...first, outcome: 'fail' as const, evidence: [place], evidence_count: 1 };
  return { ...page, grade: { ...page.grade, checks: [planted, ...others] }, renderFault: payload };
}

/** Elements of an XML document, in order, each with its attributes and text. */
function elementsOf(xml: string) {
  const elements: { name: string; attributes: Record<string, string>; parent: string; text: string }[] = [];
  const open: (typeof elements)[number][] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }: SaxesTagNS) => {
    const values = Object.entries(attributes).map(([key, { value }]) => [key, value]);
    const element = {
      name,
      attributes: Object.fromEntries(values),
      parent: open.at(-1)?.name ?? '',
      text: '',
    };
    elements.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  });
  parser.on('closetag', () => open.pop());
  parser.write(xml).close();
  return elements;
}

const SCHEMA = JSON.parse(
  readFileSync('node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json', 'utf8'),
);
// One of its patterns is no regular expression in the mode of Unicode.
const ajv = new draft04.default({ strict: false, allErrors: true, unicodeRegExp: false });
formats.default(ajv);
const isSarif = ajv.compile(SCHEMA);

function sarifOf(pages: readonly AuditedPage[], options = OPTIONS) {
  const log = JSON.parse(write('sarif', pages, options));
  isSarif(log);
  expect(isSarif.errors ?? []).toEqual([]);
  return log.runs[0];
}

describe('sarif', () => {
  const page = auditedPage({ html: LINES.join('\n') });

  it('validates against the schema, also for pages that were not loaded', () => {
    const unloaded = {
      url: 'https://a.test/',
      grade: null,
      fault: 'The URL must have a host.',
      renderFault: null,
    };
    const { invocations, results } = sarifOf([page, unloaded]);
    expect(invocations[0].executionSuccessful).toBe(false);
    expect(invocations[0].toolExecutionNotifications[0]).toMatchObject({
      level: 'error',
      message: { text: 'The page was not audited. The URL must have a host.' },
    });
    expect(results.length).toBeGreaterThan(5);
  });

  it('names a page that had to be rendered and was not', () => {
    const { invocations, results } = sarifOf([{ ...page, renderFault: 'The browser crashed.' }]);
    expect(invocations[0]).toMatchObject({
      executionSuccessful: false,
      toolExecutionNotifications: [
        { level: 'error', message: { text: 'The page was not rendered. The browser crashed.' } },
      ],
    });
    expect(results.length).toBeGreaterThan(5);
  });

  it('names line and column where the element begins in the source', () => {
    const { results } = sarifOf([page]);
    const result = results.find(({ ruleId }: { ruleId: string }) => ruleId === 'image_keywords');
    const regions = [...result.locations, ...result.relatedLocations].map(
      ({ physicalLocation }) => physicalLocation.region,
    );
    const lines = LINES.map((line) => line.replace('\r', ''));
    const found = regions.map(({ startLine, startColumn }) => lines[startLine - 1]?.slice(startColumn - 1));
    expect(found).toEqual(['<img src="a.png"></p>', '<img src="b.png">']);
  });

  it('describes each rule, with the documentation of the server if it is known, or else the source', () => {
    const [rule] = sarifOf([page]).tool.driver.rules;
    expect(rule).toMatchObject({
      name: expect.stringMatching(/^[A-Z][A-Za-z0-9]+$/),
      help: { text: expect.stringMatching(/\w/) },
      helpUri: expect.stringMatching(/^https:\/\/(?!example\.test)/),
    });
    const known = sarifOf([page], { ...OPTIONS, publicUrl: 'https://grade.test' });
    expect(known.tool.driver.rules[0].helpUri).toBe(`https://grade.test/docs/checks/${rule.id}`);
  });

  it('has levels by outcome and importance, and rules at the index that results name', () => {
    const { results, tool } = sarifOf([page]);
    const checks = page.grade?.checks ?? [];
    for (const { ruleId, ruleIndex, level } of results) {
      expect(tool.driver.rules[ruleIndex].id).toBe(ruleId);
      const { outcome, importance } = checks.find(({ id }) => id === ruleId) ?? {};
      const failed = { high: 'error', medium: 'warning', low: 'note', info: 'note' }[importance ?? 'info'];
      expect(level).toBe(outcome === 'fail' ? failed : importance === 'high' ? 'warning' : 'note');
    }
    expect(new Set(results.map(({ level }: { level: string }) => level))).toEqual(
      new Set(['error', 'warning', 'note']),
    );
  });
});

describe('junit', () => {
  const page = auditedPage({ html: LINES.join('\n') });
  const checks = page.grade?.checks ?? [];
  const numberOf = (outcome: string) => checks.filter((finding) => finding.outcome === outcome).length;

  it('has the structure of the XSD of Jenkins', () => {
    const unloaded = { url: 'https://a.test/', grade: null, fault: 'No.', renderFault: null };
    for (const { name, attributes, parent, text } of elementsOf(write('junit', [page, unloaded]))) {
      const [parents, required, optional, mayHaveText] = XSD[name] ?? [];
      expect(parents).toContain(parent);
      expect(Object.keys(attributes)).toEqual(expect.arrayContaining(required ?? []));
      expect([...(required ?? []), ...(optional ?? [])]).toEqual(
        expect.arrayContaining(Object.keys(attributes)),
      );
      if (!mayHaveText) expect(text.trim()).toBe('');
    }
  });

  it('has a case for each check: failed, skipped if it does not apply, and counted', () => {
    const elements = elementsOf(write('junit', [page]));
    expect(elements.filter(({ name }) => name === 'testcase')).toHaveLength(checks.length);
    expect(elements.find(({ name }) => name === 'testsuite')?.attributes).toEqual({
      name: 'https://example.com/',
      tests: String(checks.length),
      failures: String(numberOf('fail')),
      errors: '0',
      skipped: String(numberOf('not_applicable')),
    });
    expect(elements.filter(({ name }) => name === 'failure')).toHaveLength(numberOf('fail'));
  });

  it('counts warnings as failures if asked to', () => {
    expect(numberOf('warn')).toBeGreaterThan(0);
    const strict = elementsOf(write('junit', [page], { ...OPTIONS, warnings: 'fail' }));
    expect(strict.filter(({ name }) => name === 'failure')).toHaveLength(numberOf('fail') + numberOf('warn'));
  });

  it('has an error for a page that was not loaded', () => {
    const elements = elementsOf(
      write('junit', [{ url: 'https://a.test/', grade: null, fault: 'No.', renderFault: null }]),
    );
    expect(elements.map(({ name }) => name)).toEqual(['testsuites', 'testsuite', 'testcase', 'error']);
    expect(elements[3]).toMatchObject({
      attributes: { type: 'not_loaded', message: 'No.' },
      text: 'No.\nPage: https://a.test/\n',
    });
  });

  it('names the page of a case where there are several, since neither GitLab nor Jenkins shows its suite', () => {
    const namesOf = (pages: readonly AuditedPage[]) =>
      elementsOf(write('junit', pages)).flatMap(({ name, attributes }) =>
        name === 'testcase' ? [attributes.name] : [],
      );
    const [first = ''] = namesOf([page]);
    expect(first).not.toContain('example.com');
    const others = namesOf([page, auditedPage({ html: '', url: 'https://a.test/' })]);
    expect(others).toHaveLength(new Set(others).size);
    expect(others[0]).toBe(`${first}: https://example.com/`);
  });

  it('begins the text of a failure with its message: GitLab shows that alone', () => {
    const failures = elementsOf(write('junit', [page])).filter(({ name }) => name === 'failure');
    expect(failures.length).toBeGreaterThan(0);
    for (const { text, attributes } of failures) {
      const [message, place, fix] = text.split('\n');
      expect(message).toBe(attributes.message);
      expect(place).toBe('Page: https://example.com/');
      expect(fix).toMatch(/^Fix: /);
    }
  });
});

describe('markdown', () => {
  it('leaves out the tables of all checks where GitHub would show nothing', () => {
    const page = auditedPage({ html: LINES.join('\n') });
    const few = write('markdown', [page]);
    const many = write(
      'markdown',
      Array.from({ length: 300 }, () => page),
    );
    expect(Buffer.byteLength(few) * 300).toBeGreaterThan(1024 * 1024);
    expect(Buffer.byteLength(many)).toBeLessThan(1024 * 1024);
    expect(many.match(/\*\*Fix first\*\*/g)).toHaveLength(300);
    expect(many).toMatch(/tables of all checks are left out: the summary would be too large\.$/);
    expect(few).toContain('<details>');
    const more = write(
      'markdown',
      Array.from({ length: 3000 }, () => page),
    );
    expect(Buffer.byteLength(more)).toBeLessThan(1024 * 1024);
    expect(more).toMatch(/would be too large\. So are [0-9,]+ pages\.$/);
  });

  it('has the score, a table of what to fix first, and all checks, folded', () => {
    const text = write('markdown', [auditedPage({ html: LINES.join('\n') })]);
    expect(text).toMatch(/^## https\\:\/\/|^## https\\:\\\/\\\/example\\\.com\\\/: \d+ \(bad\)/);
    expect(text).toMatch(
      /\*\*Fix first\*\*\n\n\| Points \| Finding \| Fix \|\n\| ---: \| --- \| --- \|\n(\| \+\d+ \| .+ \|\n){5}/,
    );
    expect(text).toContain('<details><summary>All ');
  });
});

describe('codequality', () => {
  it('has the fields that GitLab needs, and a fingerprint of its own for each finding', () => {
    const issues = JSON.parse(write('codequality', [auditedPage({ html: LINES.join('\n') })]));
    for (const issue of issues)
      expect(issue).toEqual({
        description: expect.stringMatching(/\w/),
        check_name: expect.stringMatching(/^[a-z_\d]+$/),
        fingerprint: expect.stringMatching(/^[\w-]{43}$/),
        severity: expect.stringMatching(/^(critical|major|minor)$/),
        location: { path: 'https://example.com/', lines: { begin: expect.any(Number) } },
      });
    const prints = issues.map(({ fingerprint }: { fingerprint: string }) => fingerprint);
    expect(new Set(prints).size).toBe(issues.length);
  });

  it('names a page that was not loaded, so that its issues do not look resolved', () => {
    const page = {
      url: 'https://example.com/',
      grade: null,
      fault: 'There is no such host.',
      renderFault: null,
    };
    expect(JSON.parse(write('codequality', [page]))).toMatchObject([
      { description: 'The page was not audited. There is no such host.', severity: 'blocker' },
    ]);
  });
});

describe.each(PAYLOADS)('text of a page: %j', (payload) => {
  const pages = [hostilePage(payload), { url: payload, grade: null, fault: payload, renderFault: null }];

  it.each(AUDIT_FORMATS)('controls no terminal, and is well-formed: %s', (format) => {
    const written = write(format, pages);
    expect(written).toContain('MARK');
    expect(written.isWellFormed()).toBe(true);
    expect(written.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
  });

  it('is text in SARIF, without links', () => {
    const { results, invocations } = sarifOf(pages);
    const texts = JSON.stringify([results, invocations]).match(/"text":"(?:[^"\\]|\\.)*"/g) ?? [];
    for (const text of texts.map((pair) => JSON.parse(`{${pair}}`).text))
      expect(text.replaceAll(/\\[\\[\]]/g, '')).not.toMatch(/[[\]]/);
  });

  it('is text in JUnit', () => {
    const names = new Set(elementsOf(write('junit', pages)).map(({ name }) => name));
    expect(Object.keys(XSD)).toEqual(expect.arrayContaining([...names]));
  });

  it('is text in Markdown: no HTML but ours, no link, image, code or heading, and no cell', () => {
    const written = write('markdown', pages);
    const nodes = nodesOf(written);
    const markup = nodes.filter(({ type }) => type.startsWith('html')).map(({ literal }) => literal ?? '');
    for (const html of markup)
      expect(html).toMatch(/^(<details><summary>All \d+ checks<\/summary>|<\/details>|<br>)$/);
    expect(nodes.map(({ type }) => type)).not.toContain('link');
    expect(nodes.map(({ type }) => type)).not.toContain('image');
    expect(nodes.map(({ type }) => type)).not.toContain('code');
    expect(nodes.map(({ type }) => type)).not.toContain('list');
    expect(nodes.filter(({ type }) => type === 'heading')).toHaveLength(2);
    for (const line of written.split('\n').filter((text) => text.startsWith('|'))) {
      const bars = line.match(/(?<!\\)(?:\\\\)*\|/g) ?? [];
      expect([4, 5]).toContain(bars.length);
    }
  });

  it('is text in HTML: nothing runs, nothing is requested', () => {
    const elements = htmlElements(pages.map((page) => write('html', [page])).join(''));
    const names = elements.map(({ name }) => name);
    for (const name of ['script', 'iframe', 'object', 'embed', 'link', 'form', 'base'])
      expect(names).not.toContain(name);
    const attributes = elements.flatMap(({ attributes }) => Object.entries(attributes));
    expect(attributes.filter(([name]) => name.startsWith('on'))).toEqual([]);
    const addresses = attributes.filter(([name]) => ['src', 'href', 'srcset', 'action'].includes(name));
    for (const [, address] of addresses) expect(address).toMatch(/^(#|https?:\/\/|data:image\/)/);
  });

  it('begins no workflow command, and ends none', () => {
    const written = write('github', pages).split('\n');
    for (const line of written) {
      const [, properties = '', message = ''] = /^::(?:error|warning|notice) (.*?)::(.*)$/.exec(line) ?? [];
      expect(properties.split(',').map((pair) => pair.split('=')[0])).toEqual(
        expect.arrayContaining(['file', 'title']),
      );
      expect(message).not.toMatch(/%(?!25)/);
    }
    const findings = gradeOf({ html: '' }).checks.length;
    expect(written.length).toBeLessThanOrEqual(findings + 1);
  });
});

describe('html', () => {
  const html = '<!doctype html><html lang="en"><title>A page with a title</title><h1>A</h1><img src="a.png">';
  const page = auditedPage({ html });

  it('is the report page in one file', () => {
    const elements = htmlElements(write('html', [page]));
    const texts = (name: string, style?: string) =>
      elements
        .filter((one) => one.name === name && (style === undefined || one.attributes.class === style))
        .map(({ text }) => text);
    expect(texts('h1')).toEqual([page.url]);
    expect(texts('p', 'lead')).toEqual([
      expect.stringMatching(/^\d+ of 100\. Five fixes would bring it to \d+\.$/),
    ]);
    expect(texts('details', 'finding fail').join()).toContain('1 of 1 image has no alternative text.');
    const details = elements.filter(({ name }) => name === 'details');
    expect(details.filter(({ attributes }) => !('open' in attributes))).toEqual([]);
    expect(elements.filter(({ attributes }) => attributes.href?.startsWith('/'))).toEqual([]);
  });

  it('shows the picture of a rendered page', () => {
    const screenshots = { viewport: { webp: Buffer.from('WEBP'), width: 1, height: 1 }, full: null };
    const rendered = { ...unavailable('mobile'), error: null, words: { static: 1, rendered: 1 } };
    const grade = { ...gradeOf({ html }), rendered, screenshots };
    const elements = htmlElements(write('html', [{ ...page, grade }]));
    const pictures = elements.filter(({ attributes }) => attributes.alt === 'The page on a mobile device');
    expect(pictures.map(({ attributes }) => attributes.src)).toEqual(['data:image/webp;base64,V0VCUA==']);
  });

  it('links to the documentation of a server that is known', () => {
    const written = write('html', [page], { ...OPTIONS, publicUrl: 'https://grade.test' });
    const links = htmlElements(written).map(({ attributes }) => attributes.href);
    expect(links).toContain('https://grade.test/docs/checks/image_keywords');
  });

  it('says why a page was not audited, and why it could not be loaded', () => {
    const refused = { url: 'http://10.0.0.1/', grade: null, fault: 'It is private.', renderFault: null };
    expect(write('html', [refused])).toContain('The page was not audited. <bdi>It is private.</bdi>');
    const error = { code: 'dns_not_found', detail: 'There is no such host.' };
    const failed = { ...page, grade: { ...gradeOf({ html }), score: 0, checks: [], error } };
    expect(write('html', [failed])).toContain('There is no such host.');
  });

  it('has a file for each page', () => {
    expect(filesOf('html', [page], OPTIONS).map(({ file }) => file)).toEqual(['pagegrade.html']);
    const files = filesOf('html', [page, page], OPTIONS);
    expect(files.map(({ file }) => file)).toEqual(['pagegrade-1.html', 'pagegrade-2.html']);
    expect(filesOf('junit', [page, page], OPTIONS)).toHaveLength(1);
  });
});

/** Rules of junit-10.xsd: parents, required and optional attributes, whether text is allowed. */
const XSD: Readonly<Record<string, readonly [string[], string[], string[], boolean]>> = {
  testsuites: [[''], [], ['name', 'time', 'tests', 'failures', 'errors'], false],
  testsuite: [
    ['testsuites', 'testsuite'],
    ['name', 'tests', 'failures', 'errors'],
    ['group', 'time', 'skipped', 'timestamp', 'hostname', 'id', 'package', 'file', 'log', 'url'],
    false,
  ],
  properties: [['testsuite'], [], [], false],
  property: [['properties'], ['name', 'value'], [], false],
  testcase: [['testsuite'], ['name'], ['time', 'classname', 'group'], false],
  skipped: [['testcase'], [], ['type', 'message'], true],
  failure: [['testcase'], [], ['type', 'message'], true],
  error: [['testcase'], [], ['type', 'message'], true],
};

/** Elements of an HTML document, each with its attributes and text. */
function htmlElements(text: string) {
  const elements: { name: string; attributes: Record<string, string | undefined>; text: string }[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node): string => {
    if (node.nodeName === '#text' && 'value' in node) return node.value;
    if (!('childNodes' in node)) return '';
    const content = node.childNodes.map(visit).join('');
    if ('attrs' in node) {
      const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
      elements.push({ name: node.tagName, attributes, text: content });
    }
    return content;
  };
  visit(parse(text));
  return elements;
}

function nodesOf(markdown: string) {
  const walker = new Parser().parse(markdown).walker();
  const nodes = [];
  for (let event = walker.next(); event; event = walker.next()) if (event.entering) nodes.push(event.node);
  return nodes;
}

describe('lines of robots.txt', () => {
  const page = auditedPage({
    url: 'https://example.com/shoes?a=1',
    html: '',
    robotsTxt: { status: 200, body: 'User-agent: *\nDisallow: /shoes' },
  });
  const file = 'https://example.com/robots.txt';

  it('are told from those of the page in SARIF', () => {
    const { results } = sarifOf([page]);
    const ofRobots = results.filter(({ ruleId }: { ruleId: string }) => ruleId === 'robots_txt_googlebot');
    expect(ofRobots[0].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: file },
      region: { startLine: 2, startColumn: 1 },
    });
  });

  it('are told from those of the page in GitLab, GitHub and text', () => {
    const issues = JSON.parse(write('codequality', [page]));
    expect(issues).toContainEqual(
      expect.objectContaining({
        check_name: 'robots_txt_googlebot',
        location: { path: file, lines: { begin: 2 } },
      }),
    );
    expect(write('github', [page])).toContain('::error file=https%3A//example.com/robots.txt,line=2,col=1,');
    for (const format of ['text', 'junit'] as const)
      expect(write(format, [page])).toContain('robots.txt:2 Disallow: /shoes');
  });
});

describe('a page that had to be rendered and was not', () => {
  const page = { ...auditedPage({ html: '' }), renderFault: 'The browser crashed.' };

  it.each([
    ['junit', '<error type="not_rendered" message="The browser crashed.">'],
    ['codequality', '"description":"The page was not rendered. The browser crashed.","check_name":"renders"'],
    ['github', '::error file=https%3A//example.com/,title=Page not rendered::The browser crashed.'],
    ['markdown', String.raw`The page was not rendered. The browser crashed\.`],
  ] as const)('is named: %s', (format, text) => {
    expect(write(format, [page])).toContain(text);
  });
});

describe('fingerprints', () => {
  it.each(['sarif', 'codequality'] as const)('are the same for every spelling of a URL: %s', (format) => {
    const prints = ['https://example.com/', 'https://EXAMPLE.com'].map((url) => {
      const page = { ...auditedPage({ html: '' }), url };
      return write(format, [page]).match(/"[\w-]{43}"/g);
    });
    expect(prints[0]).toEqual(prints[1]);
    expect(prints[0]?.length).toBeGreaterThan(5);
  });
});
