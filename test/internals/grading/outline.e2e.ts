import { type PageOutline } from '../../../src/engine/audit/outline/outline.js';
import { type GradeOptions } from '../../../src/engine/grading/grade.js';
import { Grader } from '../../../src/engine/grading/grader.js';
import { Renderer } from '../../../src/engine/rendering/renderer.js';
import { browserForProduct, HAS_SANDBOX } from '../../support/browser.js';
import { strangerSite } from '../../support/website.js';

const HTML = `<!doctype html><html lang="en"><title>Shoes</title><main id="app"><a href="/sent">Sent</a></main>
<script>document.title = 'Rendered'; document.getElementById('app').innerHTML = '<a href="/made">Made</a>'</script>`;

const REFRESH = '<meta http-equiv="refresh" content="0;url=/">';
const closers: (() => Promise<void> | void)[] = [];
let origin: string;
let grader: Grader;

beforeAll(async () => {
  const site = await strangerSite((request, response) => {
    const html = { '/': HTML, '/refresh': REFRESH }[request.url ?? ''];
    response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(html);
  });
  const program = await browserForProduct();
  origin = site.origin;
  grader = new Grader({
    loader: {
      policy: { allowedTargets: new Set([site.target]), allowedPorts: new Set([80, 443]) },
      userAgent: 'Pagegrade/test',
    },
    bands: { good: 80, decent: 50 },
    rendererOn: (loader) =>
      new Renderer({ program, loader, hasSandbox: HAS_SANDBOX, product: 'Pagegrade/test' }),
  });
  closers.push(
    () => grader.close(),
    () => site.close(),
  );
});

afterAll(async () => {
  for (const close of closers) await close();
});

async function outlineOf(path: string, options: GradeOptions = {}): Promise<PageOutline | null> {
  return (await grader.grade(new URL(path, origin), options)).outline;
}

describe('the outline of a graded page', () => {
  it('is that of the document as it was sent', async () => {
    expect(await outlineOf('/', { outline: true })).toMatchObject({
      url: `${origin}/`,
      title: 'Shoes',
      links: [{ url: `${origin}/sent`, isFollowed: true }],
    });
  });

  it('is that of the document that a browser has rendered', async () => {
    expect(await outlineOf('/', { outline: true, render: 'always' })).toMatchObject({
      url: `${origin}/`,
      title: 'Rendered',
      links: [{ url: `${origin}/made`, isFollowed: true }],
    });
  });

  it('is that of the document at the end of redirects', async () => {
    expect(await outlineOf('/refresh', { outline: true })).toMatchObject({
      url: `${origin}/`,
      title: 'Shoes',
    });
  });

  it.each([
    ['nobody asked for it', '/', {}],
    ['nobody asked for it and a browser rendered the page', '/', { render: 'always' }],
    ['the page could not be loaded', '/missing', { outline: true }],
  ] as const)('is null if %s', async (_, path, options) => {
    expect(await outlineOf(path, options)).toBeNull();
  });
});
