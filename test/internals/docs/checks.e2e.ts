import { type Browser } from 'playwright-core';
import { CHECKS } from '../../../src/engine/audit/registry.js';
import { startApp, type TestApp } from '../../support/app.js';
import { faultsOf, startBrowser, watch } from '../../support/browser.js';

let test: TestApp;
let browser: Browser;

beforeAll(async () => {
  test = await startApp();
  browser = await startBrowser();
});

afterAll(async () => {
  await (browser as Browser | undefined)?.close();
  await test.close();
});

async function faultsAt(path: string, colorScheme: 'light' | 'dark'): Promise<string[]> {
  const context = await browser.newContext({ colorScheme, viewport: { width: 390, height: 800 } });
  const page = await context.newPage();
  const watched = await watch(page);
  await page.goto(test.url + path);
  const faults = await faultsOf(page, watched);
  await context.close();
  return faults;
}

describe('GET /docs/checks', () => {
  it('lists every check, without a key', async () => {
    const response = await fetch(`${test.url}/docs/checks`);
    const text = await response.text();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const { id } of CHECKS) expect(text).toContain(`href="/docs/checks/${id}"`);
  });

  it.each(CHECKS.map(({ id }) => id))('shows all about %s', async (id) => {
    const response = await fetch(`${test.url}/docs/checks/${id}`);
    const text = await response.text();
    expect(response.status).toBe(200);
    for (const heading of ['Why', 'How to fix', 'Passes', 'Source']) expect(text).toContain(heading);
    expect(text.replaceAll(/<[^>]*>/g, '')).not.toMatch(/[<>]|undefined/);
  });

  it('answers 404 for a check that does not exist', async () => {
    expect((await fetch(`${test.url}/docs/checks/nothing`)).status).toBe(404);
  });

  it.each([
    ['/docs/checks', 'light'],
    ['/docs/checks', 'dark'],
    ['/docs/checks/csp', 'light'],
    ['/docs/checks/csp', 'dark'],
    ['/problems/not-found', 'light'],
    ['/problems/validation-failed', 'dark'],
    ['/', 'light'],
    ['/', 'dark'],
    ['/nowhere', 'light'],
    ['/nowhere', 'dark'],
  ] as const)('%s (%s) has no fault that axe or the browser knows', async (path, scheme) => {
    expect(await faultsAt(path, scheme)).toEqual([]);
  });
});
