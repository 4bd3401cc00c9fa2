import { startApp, type TestApp } from '../../support/app.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp({ ROLE: 'api' });
});

afterAll(() => test.close());

const cachingOf = async (path: string) => (await test.call('get', path).expect(200)).headers['cache-control'];

describe('a file of all pages', () => {
  it.each(['style.css', 'icon.svg'])('%s is kept forever at the address that pages name', async (file) => {
    const { text } = await test.call('get', '/docs/checks').expect(200);
    const [path] = new RegExp(`/${file.replace('.', '[.]')}[?]v=[0-9a-f]+`).exec(text) ?? [];
    expect(await cachingOf(String(path))).toBe('public, max-age=31536000, immutable');
  });

  it.each(['style.css', 'icon.svg', 'blank-icon.svg'])(
    '%s is not kept at the address of another version, as replicas of two versions serve it during an upgrade',
    async (file) => {
      for (const query of ['?v=00000000', '?v=', '', '?v=00000000&v=1'])
        expect(await cachingOf(`/${file}${query}`)).toBe('no-cache');
    },
  );
});
