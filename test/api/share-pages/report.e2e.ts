import { audit } from '../../../src/engine/audit/audit.js';
import { aPage } from '../../../src/engine/audit/example-page.js';
import { scoreOf } from '../../../src/engine/audit/score.js';
import { startApp, type TestApp } from '../../support/app.js';
import { storedReport } from '../../support/reports.js';
import { look, sharedWebsite } from '../../support/shared-websites.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

const CHECKS = audit(aPage({ html: '<h1>A</h1>\n<img src="a.png">' }));
const WARNED = CHECKS.map((check) =>
  check.id === 'image_keywords' ? { ...check, outcome: 'warn' as const } : check,
);
const SCORE = scoreOf(CHECKS);

async function sharedReport(path: string, rulesetVersion: string, checks = CHECKS) {
  const website = await sharedWebsite(test, { privacy: 0 });
  const found = { checks, gates: SCORE.gates, rulesetVersion };
  const url = `https://${website.domain}/${path}`;
  const id = await storedReport(test, test.owner, url, SCORE.score, found);
  return { ...website, url, id };
}

function gainsIn(section: string): number[] {
  return section
    .split('<details class="finding')
    .slice(1)
    .map((block) => Number(/class="gain">\+(\d+) points?</.exec(block)?.[1] ?? 0));
}

describe('the page of a report', () => {
  it('says that the previous report could not load the page, and not that no check changed', async () => {
    const website = await sharedWebsite(test, { privacy: 0 });
    const url = `https://${website.domain}/outage`;
    const error = { code: 'http_error', detail: 'The server answered with status 503.' };
    await storedReport(test, test.owner, url, 0, { error });
    const id = await storedReport(test, test.owner, url, 87, { checks: CHECKS });
    const { text } = await look(test, `${website.path}/reports/${String(id)}`).expect(200);
    expect(text).toContain('+87 since the previous report');
    expect(text).toMatch(/has a score of 0\. The page could not be loaded: .*status 503\./);
    expect(text).not.toContain('No check changed');
  });

  it('says what each fix would gain, the largest gain first', async () => {
    const { path, id } = await sharedReport('gain', '2026-11-25');
    const { text } = await look(test, `${path}/reports/${String(id)}`).expect(200);
    const fixed = CHECKS.map((check) =>
      check.id === 'image_keywords' ? { ...check, outcome: 'pass' as const } : check,
    );
    const gain = scoreOf(fixed).score - SCORE.score;
    const blocks = text.split('<details class="finding');
    const image = blocks.find((block) => block.includes('<h3>Alternative text of images</h3>'));
    expect(image).toContain(`class="gain">+${String(gain)} points<`);
    const sections = text.split('<section').map(gainsIn);
    expect(Math.max(...sections.map((gains) => gains.length))).toBeGreaterThan(2);
    for (const gains of sections) expect(gains).toEqual(gains.toSorted((a, b) => b - a));
  });

  it('puts what gains more first, whatever its importance', async () => {
    const { path, id } = await sharedReport('weights', '2026-11-25+high=1,low=90', WARNED);
    const { text } = await look(test, `${path}/reports/${String(id)}`).expect(200);
    const fixes = text.slice(text.indexOf('class="fixes"'), text.indexOf('</ol>'));
    const ids = [...fixes.matchAll(/href="#(\w+)"/g)].map(([, check]) => check);
    expect(ids).toHaveLength(5);
    expect(CHECKS.find(({ id: check }) => check === ids[0])?.importance).toBe('low');
  });

  it('compares reports with what is still to fix first', async () => {
    const { path, url, id } = await sharedReport('compared', '2026-11-25');
    const found = { checks: CHECKS, gates: SCORE.gates, rulesetVersion: '2026-11-25' };
    const later = await storedReport(test, test.owner, url, SCORE.score, found);
    const { text } = await look(test, `${path}/compare/${String(id)}/${String(later)}`).expect(200);
    const still = text.slice(text.indexOf('id="unchanged"'));
    const gains = [...still.matchAll(/>\+(\d+) points?: /g)].map((match) => Number(match[1]));
    expect(gains.length).toBeGreaterThan(5);
    expect(gains).toEqual(gains.toSorted((a, b) => b - a));
  });
});
