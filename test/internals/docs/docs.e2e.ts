import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { type Browser, type Locator } from 'playwright-core';
import { openApiDocument } from '../../../src/platform/http/openapi/docs.js';
import { type SiteApp, startSiteApp } from '../../support/site-app.js';
import { endedCrawl } from '../../support/crawls.js';
import { startBrowser } from '../../support/browser.js';
import { storedReport } from '../../support/reports.js';

let test: SiteApp;
let browser: Browser;

beforeAll(async () => {
  test = await startSiteApp();
  browser = await startBrowser();
});

afterAll(async () => {
  await (browser as Browser | undefined)?.close();
  await test.close();
});

/** Swagger UI takes a value over some time after the last key, or when the field loses the focus. */
async function fillIn(field: Locator, value: string): Promise<void> {
  await field.fill(value);
  await field.blur();
}

describe('GET /docs', () => {
  it('loads less than the document, because the same headers and errors are shown once', async () => {
    const { text: document } = await test.call('get', '/openapi.json').expect(200);
    const { text: script } = await test.call('get', '/docs/swagger-ui-init.js').expect(200);
    const shown = JSON.parse(/"swaggerDoc": (\{.*?\n  \}),\n/s.exec(script)?.[1] ?? '{}') as object;
    expect(Object.keys(shown)).toContain('webhooks');
    expect(JSON.stringify(shown).length).toBeLessThan(0.6 * document.length);
  });

  it('lets a person authorize, post a report and see its score', async () => {
    const page = await browser.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    await page.goto(`${test.url}/docs`);
    await page.click('button.authorize');
    await page.fill('.auth-container input', test.owner.key);
    await page.click('.auth-btn-wrapper button.authorize');
    await page.click('.auth-btn-wrapper button.btn-done');
    await page.click('#operations-Reports-storeReport .opblock-summary-control');
    await fillIn(
      page.locator('#operations-Reports-storeReport .parameters[data-property-name="url"] input'),
      `${test.site.origin}/shoes`,
    );
    await page.click('#operations-Reports-storeReport button.execute');
    const answer = page.locator('#operations-Reports-storeReport .live-responses-table .response').first();
    await answer.waitFor();
    expect(await answer.locator('.response-col_status').innerText()).toMatch(/^201/);
    expect(await answer.locator('.response-col_description').innerText()).toMatch(/"score": \d+/);
    expect(faults).toEqual([]);
  });

  it('shows the events that webhooks receive', async () => {
    const page = await browser.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(`${test.url}/docs`);
    const event = page.locator('.webhooks .opblock').filter({ hasText: 'report.completed' });
    await event.locator('.opblock-summary-control').click();
    const body = event.locator('.opblock-section-request-body .body-param__example');
    await body.waitFor();
    expect(await body.innerText()).toMatch(/"type": "report.completed"/);
    expect(await event.locator('.parameters').allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringContaining('webhook-signature')]),
    );
    expect(faults).toEqual([]);
    await page.close();
  });

  it.each(['application/x-www-form-urlencoded', 'application/json'])(
    'sends nothing that nobody entered, as %s',
    async (type) => {
      await storedReport(test, test.owner, 'https://private.example/');
      const { body } = await test.owner.call('get', '/api/v1/websites?search=private').expect(200);
      const page = await browser.newPage();
      await page.goto(`${test.url}/docs`);
      await page.click('button.authorize');
      await page.fill('.auth-container input', test.owner.key);
      await page.click('.auth-btn-wrapper button.authorize');
      await page.click('.auth-btn-wrapper button.btn-done');
      const operation = page.locator('#operations-Websites-updateWebsite');
      await operation.locator('.opblock-summary-control').click();
      await fillIn(operation.locator('tr[data-param-name="id"] input'), String(body.data[0].id));
      await operation.locator('.opblock-section-request-body select.content-type').selectOption(type);
      await operation.locator('button.execute').click();
      const status = operation.locator('.live-responses-table .response .response-col_status');
      await status.first().waitFor();
      expect(await status.first().innerText()).toMatch(/^200/);
      const after = await test.owner.call('get', `/api/v1/websites/${body.data[0].id}`).expect(200);
      expect(after.body.data).toMatchObject({ privacy: 1, password_set: false });
      await page.close();
    },
  );
});

/** The records of a list that an operation has returned. */
async function recordsIn(operation: Locator): Promise<unknown[]> {
  const text = await operation.locator('.live-responses-table .microlight').first().textContent();
  const { data } = (text?.startsWith('{') ? JSON.parse(text) : {}) as { data?: unknown };
  return Array.isArray(data) ? data : [];
}

async function crawledPages(): Promise<number> {
  const { body } = await test.owner
    .call('post', '/api/v1/crawls')
    .send({ url: `${test.site.origin}/shoes`, max_pages: 2 });
  await endedCrawl(test.owner, body.data.id);
  return body.data.id;
}

describe('Try it out', () => {
  it('works on the first click for every operation, without scrolling sideways', async () => {
    const store = () => test.owner.call('post', '/api/v1/reports').send({ url: `${test.site.origin}/shoes` });
    await store();
    const stored = await store();
    const key = await test.owner.call('post', '/api/v1/keys').send({ name: 'tried' });
    const hook = { url: `${test.site.origin}/hook` };
    const webhook = await test.owner.call('post', '/api/v1/webhooks').send(hook);
    const webhookId: number = webhook.body.data.id;
    const delivery = await test.owner.call('post', `/api/v1/webhooks/${String(webhookId)}/test`);
    const monitor = await test.owner
      .call('post', '/api/v1/monitors')
      .send({ url: `${test.site.origin}/shoes`, schedule: '@daily' });
    const earlierCrawlId = await crawledPages();
    const crawlId = await crawledPages();
    // So that the later crawl finds pages that are worse.
    await test.database.query('UPDATE crawl_pages SET score = 100 WHERE crawl_id = $1', [earlierCrawlId]);
    const ids: Record<string, number> = {
      Reports: stored.body.data.id,
      Websites: stored.body.data.website_id,
      Keys: key.body.data.id,
      Webhooks: webhookId,
      Monitors: monitor.body.data.id,
      Crawls: crawlId,
    };
    const deliveryId: number = delivery.body.data.id;
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${test.url}/docs`);
    await page.click('button.authorize');
    await page.fill('.auth-container input', test.owner.key);
    await page.click('.auth-btn-wrapper button.authorize');
    await page.click('.auth-btn-wrapper button.btn-done');
    const operations = await page.$$eval('.opblock-tag-section .opblock', (blocks) =>
      blocks.map(({ id }) => id),
    );
    // A website takes its crawls along.
    const isLast = (id: string) => Number(id.includes('delete')) + Number(id.includes('deleteWebsite'));
    const statuses: string[] = [];
    const empty: string[] = [];
    const heights: number[] = [];
    // Swagger UI draws all open sections anew at each key.
    const sections = page.locator('.opblock-tag');
    for (const section of await sections.all()) await section.click();
    let open: Locator | undefined;
    for (const id of operations.sort((a, b) => isLast(a) - isLast(b))) {
      const section = sections.and(page.locator(`[data-tag="${id.split('-')[1] ?? ''}"]`));
      if ((await section.getAttribute('data-is-open')) !== 'true') {
        await open?.click();
        await section.click();
        open = section;
      }
      const operation = page.locator(`#${id}`);
      await operation.locator('.opblock-summary-control').click();
      await operation.locator('button.execute').waitFor();
      const path = await operation.locator('.opblock-summary-path').getAttribute('data-path');
      if (path?.includes('{id}'))
        await fillIn(
          operation.locator('tr[data-param-name="id"] input'),
          String(path.includes('/deliveries/') ? deliveryId : ids[id.split('-')[1] ?? '']),
        );
      if (id.endsWith('storeReport'))
        await fillIn(
          operation.locator('.parameters[data-property-name="url"] input'),
          `${test.site.origin}/shoes`,
        );
      await operation.locator('button.execute').click();
      const status = operation.locator('.live-responses-table .response .response-col_status').first();
      await status.waitFor();
      statuses.push(`${id} ${(await status.innerText()).slice(0, 3)}`);
      const isList = /-list|Usage|History/.test(id) && !/As(Csv|Ndjson)$/.test(id);
      if (isList && (await recordsIn(operation)).length === 0) empty.push(id);
      heights.push(Number(await operation.evaluate((element) => element.clientHeight)));
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1280);
      await operation.locator('.opblock-summary-control').click();
    }
    const { paths } = openApiDocument(test.app);
    expect(statuses).toHaveLength(Object.values<object>(paths).flatMap((path) => Object.keys(path)).length);
    expect(statuses.filter((status) => !/ 20[012]$/.test(status))).toEqual([]);
    expect(empty).toEqual([]);
    expect(Math.max(...heights)).toBeLessThan(5000);
    await page.close();
  }, 600_000);
});

describe('GET /openapi.json', () => {
  it('is of a size that clients and generators read at once', async () => {
    const { text } = await test.call('get', '/openapi.json').expect(200);
    expect(Buffer.byteLength(text)).toBeGreaterThan(100_000);
    expect(Buffer.byteLength(text)).toBeLessThan(800_000);
  });

  it('has an example of its own for every refusal', async () => {
    const { body } = await test.call('get', '/openapi.json').expect(200);
    for (const operation of Object.values<Record<string, unknown>>(body.paths).flatMap((path) =>
      Object.values(path),
    )) {
      const { responses } = operation as Operation;
      for (const [status, { content }] of Object.entries(responses).filter(([code]) => Number(code) >= 400)) {
        const examples = Object.values(content?.['application/problem+json']?.examples ?? {});
        const statuses = examples.map((example) => (valueOf(example, body) as { status: number }).status);
        expect(statuses).toEqual([Number(status)]);
      }
    }
  });

  it('has a valid example for every request and response', async () => {
    const { body } = await test.call('get', '/openapi.json').expect(200);
    const ajv = new Ajv2020({ strict: false, logger: false });
    formats.default(ajv);
    ajv.addSchema(body, 'openapi');
    let count = 0;
    for (const [path, operations] of Object.entries<Record<string, Operation>>({
      ...body.paths,
      ...body.webhooks,
    })) {
      for (const [method, { requestBody, responses }] of Object.entries(operations)) {
        const parts = [['request', requestBody], ...Object.entries(responses)] as const;
        for (const [name, part] of parts) {
          for (const [type, { schema, example, examples }] of Object.entries(part?.content ?? {})) {
            const validate = ajv.compile({ ...absolute(schema), $id: undefined });
            const values = examples ? Object.values(examples).map((one) => valueOf(one, body)) : [example];
            for (const value of values) {
              const isValid = validate(value);
              expect([method, path, name, type, isValid || validate.errors]).toEqual([
                method,
                path,
                name,
                type,
                true,
              ]);
            }
            count += 1;
          }
        }
      }
    }
    expect(count).toBeGreaterThan(50);
  });

  it('types the value of every finding by its check', async () => {
    const { body } = await test.call('get', '/openapi.json').expect(200);
    const ajv = new Ajv2020({ strict: false, logger: false });
    ajv.addSchema(body, 'openapi');
    const stored = await test.owner
      .call('post', '/api/v1/reports')
      .send({ url: `${test.site.origin}/shoes` })
      .expect(201);
    const { properties } = body.components.schemas.FindingValues;
    const faults = stored.body.data.checks
      .filter(({ value }: { value: object | null }) => value !== null)
      .filter(({ id, value }: { id: string; value: object }) => !ajv.validate(properties[id], value));
    expect(faults).toEqual([]);
    expect(properties.title_length).toMatchObject({
      required: ['characters', 'width_px'],
      properties: { characters: { type: 'integer' } },
    });
  });
});

type Example = { readonly value: unknown } | { readonly $ref: string };

interface Content {
  readonly content?: Readonly<
    Record<string, { schema: object; example?: unknown; examples?: Record<string, Example> }>
  >;
}

interface Examples {
  readonly components: { readonly examples: Readonly<Record<string, { readonly value: unknown }>> };
}

/** The value of an example, which may stand among the components of the document. */
function valueOf(example: Example, { components: { examples } }: Examples): unknown {
  if ('value' in example) return example.value;
  return examples[example.$ref.replace('#/components/examples/', '')]?.value;
}

interface Operation {
  readonly requestBody?: Content;
  readonly responses: Record<string, Content>;
}

/** References of the document, from outside of it. */
function absolute(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')) as object;
}
