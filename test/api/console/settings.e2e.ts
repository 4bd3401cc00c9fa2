import { request as httpRequest } from 'node:http';
import { pngFile, textChunk } from '../../../src/account/brand/png.fixture.js';
import { startApp, type TestApp } from '../../support/app.js';
import { type ConsoleSession, signedIn, visit } from '../../support/console.js';
import { sharedWebsite } from '../../support/shared-websites.js';

const PATH = '/console/settings';
const LOGO = `${PATH}/logo`;

let test: TestApp;
let session: ConsoleSession;

beforeAll(async () => {
  test = await startApp();
  session = await signedIn(test.url, test.owner.key);
});
afterEach(() => test.database.query('DELETE FROM account_brands'));
afterAll(() => test.close());

const brand = async () => (await test.owner.call('get', '/api/v1/account').expect(200)).body.data.brand;
const screen = async () => (await session.get(PATH)).text();
const png = (width = 4) => fileOf(pngFile({ width }));
const fileOf = (bytes: Buffer, name = 'logo.png') => new File([bytes], name, { type: 'image/png' });
/** An image with as many bytes as this, most of them in a part that is not kept. */
const pngOf = (bytes: number) => {
  const rest = bytes - pngFile({ extra: [textChunk('tEXt', '')] }).length;
  return fileOf(pngFile({ extra: [textChunk('tEXt', 'x'.repeat(rest))] }));
};
const faultIn = (page: string) => /<p class="fault" id="logo-fault">([^<]*)</.exec(page)?.[1];

describe('POST /console/settings', () => {
  it('sets the brand, and removes what is left empty', async () => {
    const fields = { name: 'Blue Agency', accent_color: '#0b57a4', contact: '' };
    const response = await session.post(PATH, fields);
    expect(response.headers.get('location')).toBe('/console/settings?done=brand-saved');
    expect(await brand()).toMatchObject({ name: 'Blue Agency', accent_color: '#0b57a4', contact: null });
    await session.post(PATH, { ...fields, name: '' });
    expect(await brand()).toMatchObject({ name: null, accent_color: '#0b57a4' });
  });

  it('keeps the logo', async () => {
    await session.upload(LOGO, { logo: png() });
    await session.post(PATH, { name: 'Blue Agency', accent_color: '', contact: '' });
    expect(await brand()).toMatchObject({ name: 'Blue Agency', logo_url: expect.any(String) });
  });

  it('refuses what the API refuses, with what was typed', async () => {
    const response = await session.post(PATH, { accent_color: '#ffff00' });
    expect(response.status).toBe(422);
    const page = await response.text();
    expect(page).toContain('must have a contrast of at least 4.5');
    expect(page).toContain('value="#ffff00"');
  });
});

describe('the logo', () => {
  it('is set, shown, replaced and deleted', async () => {
    expect(await screen()).toContain('No logo is set.');
    const saved = await session.upload(LOGO, { logo: png() });
    expect(saved.headers.get('location')).toBe('/console/settings?done=logo-saved');
    const first = /<img class="logo" src="([^"]+)"/.exec(await screen())?.[1] ?? '';
    expect((await fetch(test.url + first)).headers.get('content-type')).toBe('image/png');
    await session.upload(LOGO, { logo: png(8) });
    const second = /<img class="logo" src="([^"]+)" alt="The logo" width="8"/.exec(await screen())?.[1];
    expect(second).toMatch(/^\/logos\/[0-9a-f]{64}\.png$/);
    expect(second).not.toBe(first);
    expect(await (await session.get(`${LOGO}/delete`)).text()).toContain('Delete the logo?');
    const deleted = await session.post(`${LOGO}/delete`);
    expect(deleted.headers.get('location')).toBe('/console/settings?done=logo-deleted');
    expect(await brand()).toBeNull();
  });

  it.each([
    [
      'another file',
      () => fileOf(Buffer.from('GIF89a')),
      '&quot;File of the logo&quot; must be a PNG image. Convert other formats to PNG.',
    ],
    [
      'an empty one',
      () => fileOf(Buffer.alloc(0)),
      '&quot;File of the logo&quot; must be a PNG image. Convert other formats to PNG.',
    ],
    [
      'half of one',
      () => fileOf(pngFile().subarray(0, 60)),
      '&quot;File of the logo&quot; ends early. Send the whole file.',
    ],
    ['none', () => fileOf(Buffer.alloc(0), ''), 'Choose a file.'],
    [
      'one that is too wide',
      () => png(1201),
      '&quot;File of the logo&quot; must be at most 1200 × 400 pixels, not 1201 × 4. Scale it down.',
    ],
    [
      'one byte too many',
      () => pngOf(200_001),
      'The file is too large: it has 201 kB, and a logo may have 200 kB. Use fewer colors or pixels.',
    ],
    [
      'much too large',
      () => pngOf(9_000_000),
      'The file is too large: it has 9,000 kB, and a logo may have 200 kB. Use fewer colors or pixels.',
    ],
  ])('that is %s is refused beside its field', async (_, file, sentence) => {
    const response = await session.upload(LOGO, { logo: file() });
    expect(response.status).toBe(422);
    const page = await response.text();
    expect(faultIn(page)).toContain(sentence);
    expect(page).toContain('type="file" required accept="image/png" aria-describedby="logo-hint logo-fault"');
    expect(await brand()).toBeNull();
  });

  it('that is refused leaves the other form as it is stored', async () => {
    await session.post(PATH, { name: 'Blue Agency', accent_color: '#0b57a4' });
    const response = await session.upload(LOGO, { logo: fileOf(Buffer.from('GIF89a')) });
    const page = await response.text();
    expect(page).toMatch(/name="name"[^>]* value="Blue Agency"/);
    expect(page).toMatch(/name="accent_color"[^>]* value="#0b57a4"/);
  });

  it('may have 200 000 bytes', async () => {
    expect((await session.upload(LOGO, { logo: pngOf(200_000) })).status).toBe(303);
  });

  it('in a body over 10 MiB is 413', async () => {
    const response = await session.upload(LOGO, { logo: pngOf(10 * 1024 * 1024) });
    expect(response.status).toBe(413);
    expect(await response.text()).toContain('What was sent is too large. Choose a smaller file');
    expect(await brand()).toBeNull();
  });
});

describe('a form with a file', () => {
  const form = (...parts: [name: string, value: string | File][]) => {
    const body = new FormData();
    for (const [name, value] of parts) body.append(name, value);
    return body;
  };
  const send = (body: FormData, headers: Record<string, string> = {}, path = LOGO) =>
    visit(test.url + path, { method: 'POST', headers: { cookie: session.cookie, ...headers }, body });

  it('is refused without the token of the session before the file, or from another site', async () => {
    const other = await signedIn(test.url, test.owner.key);
    const refused = [
      await send(form(['logo', png()])),
      await send(form(['form_token', ''], ['logo', png()])),
      await send(form(['form_token', other.formToken], ['logo', png()])),
      await send(form(['form_token', fileOf(Buffer.from(session.formToken))], ['logo', png()])),
      await send(form(['logo', png()], ['form_token', session.formToken])),
      await send(form(['form_token', session.formToken], ['logo', png()]), {
        origin: 'https://evil.example',
      }),
      await send(form(['form_token', session.formToken], ['logo', png()]), { origin: 'null' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403, 403]);
    expect(await brand()).toBeNull();
    expect((await send(form(['form_token', session.formToken], ['logo', png()]))).status).toBe(303);
  });

  it('of another site is refused before its body has come', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = {
        ...{ cookie: session.cookie, origin: 'https://evil.example' },
        ...{ 'content-type': 'multipart/form-data; boundary=x', 'content-length': '1000' },
      };
      const request = httpRequest(test.url + LOGO, { method: 'POST', headers }, (response) => {
        resolve(response.statusCode);
        request.destroy();
      });
      request.on('error', reject);
      request.write('--x');
    });
    expect(status).toBe(403);
  });

  it('has one file, and a length', async () => {
    const token: [string, string] = ['form_token', session.formToken];
    const two = await send(form(token, ['logo', png()], ['logo', png(8)]));
    const many = await send(form(token, ...Array.from({ length: 20 }, (): [string, string] => ['a', 'b'])));
    const cut = await visit(test.url + LOGO, {
      method: 'POST',
      headers: { cookie: session.cookie, 'content-type': 'multipart/form-data; boundary=x' },
      body: `--x\r\nContent-Disposition: form-data; name="form_token"\r\n\r\n${session.formToken}`,
    });
    const endless = await fetch(test.url + LOGO, {
      method: 'POST',
      headers: { cookie: session.cookie, 'content-type': 'multipart/form-data; boundary=x' },
      body: new Blob(['--x--']).stream(),
      duplex: 'half',
    });
    await endless.text();
    expect([two, many, cut, endless].map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect(await brand()).toBeNull();
  });

  it('is 415 for every other form', async () => {
    for (const path of [PATH, `${LOGO}/delete`, '/console/reports', '/console/keys', '/console/sign-out']) {
      const response = await send(form(['form_token', session.formToken], ['name', 'x']), {}, path);
      expect([path, response.status]).toEqual([path, 415]);
    }
  });
});

describe('the screen', () => {
  it('leads to a share page that shows the brand, if one is open', async () => {
    const link = async () => /href="(\/s\/[^"]+)">See it on a share page/.exec(await screen())?.[1];
    await sharedWebsite(test, { privacy: 1 });
    expect(await link()).toBeUndefined();
    await sharedWebsite(test, { privacy: 0 });
    await session.post(PATH, { name: 'Blue Agency' });
    const page = await visit(test.url + ((await link()) ?? ''));
    expect(await page.text()).toContain('Blue Agency');
  });
});
