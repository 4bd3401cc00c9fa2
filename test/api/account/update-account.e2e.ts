import { createHash } from 'node:crypto';
import { BrandsService } from '../../../src/account/brand/brands.service.js';
import { asDataUrl, pngFile, textChunk } from '../../../src/account/brand/png.fixture.js';
import { startApp, type TestApp } from '../../support/app.js';

const ACCOUNT = '/api/v1/account';
const BRAND = {
  name: 'Blue Agency',
  logo: asDataUrl(pngFile({ width: 40, height: 10 })),
  accent_color: '#0B57A4',
  contact: 'hello@agency.example',
};

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

afterEach(async () => {
  await test.database.query('DELETE FROM account_brands');
});

const update = (body: object) => test.owner.call('patch', ACCOUNT).send(body);
const shown = async () => (await test.owner.call('get', ACCOUNT).expect(200)).body.data.brand;

describe('PATCH /api/v1/account', () => {
  it('sets a brand, and answers with the account', async () => {
    expect(await shown()).toBeNull();
    const { body } = await update({ brand: BRAND }).expect(200);
    expect(body).not.toHaveProperty('warnings');
    expect(body.data).toMatchObject({ id: test.owner.id, name: 'Owner' });
    expect(body.data.brand).toEqual({
      name: 'Blue Agency',
      logo_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/logos\/[0-9a-f]{64}\.png$/),
      accent_color: '#0b57a4',
      contact: 'hello@agency.example',
    });
    expect(await shown()).toEqual(body.data.brand);
    expect((await test.stranger.call('get', ACCOUNT)).body.data.brand).toBeNull();
  });

  it('changes only what is sent, removes a field by null and all by null', async () => {
    await update({ brand: BRAND }).expect(200);
    const { logo_url } = await shown();
    for (const nothing of [{}, { brand: {} }, { brand: { name: '', contact: '' } }]) {
      expect((await update(nothing).expect(200)).body.data.brand).toMatchObject({
        name: BRAND.name,
        logo_url,
      });
    }
    const renamed = (await update({ brand: { name: 'Red Agency', contact: null } }).expect(200)).body.data
      .brand;
    expect(renamed).toEqual({ name: 'Red Agency', logo_url, accent_color: '#0b57a4', contact: null });
    expect((await update({ brand: { logo: null } }).expect(200)).body.data.brand.logo_url).toBeNull();
    expect(
      (await update({ brand: { name: null, accent_color: null } }).expect(200)).body.data.brand,
    ).toBeNull();
    await update({ brand: BRAND }).expect(200);
    expect((await update({ brand: null }).expect(200)).body.data.brand).toBeNull();
    expect(await test.database.query('SELECT 1 FROM account_brands')).toEqual([]);
  });

  it('takes what GET shows, as it is', async () => {
    await update({ brand: BRAND }).expect(200);
    const brand = await shown();
    const { body } = await update({ brand: { ...brand, name: 'Read and sent back' } }).expect(200);
    expect(body).not.toHaveProperty('warnings');
    expect(body.data.brand).toEqual({ ...brand, name: 'Read and sent back' });
  });

  it('takes an empty field as absent', async () => {
    await update({ brand: BRAND }).expect(200);
    const brand = await shown();
    const empty = { name: '', logo: '', accent_color: '', contact: '' };
    expect((await update({ brand: empty }).expect(200)).body.data.brand).toEqual(brand);
  });

  it('warns of unknown fields, and refuses them in strict handling', async () => {
    const { body } = await update({ brand: { naming: 'Blue Agency' } }).expect(200);
    expect(body.warnings).toEqual([
      expect.objectContaining({ code: 'unknown_parameter', field: 'brand.naming' }),
    ]);
    await update({ brand: { naming: 'x' } })
      .set('Prefer', 'handling=strict')
      .expect(422);
  });

  it('needs the scope websites:write', async () => {
    const reader = await test.keyFor(test.owner, { scopes: ['websites:read', 'reports:write'] });
    await reader.call('patch', ACCOUNT).send({ brand: null }).expect(403);
  });

  it('is refused if the account has changed since the version in If-Match', async () => {
    const { etag } = (await test.owner.call('get', ACCOUNT).expect(200)).headers;
    const first = await update({ brand: { name: 'First' } })
      .set('If-Match', String(etag))
      .expect(200);
    await update({ brand: { name: 'Second' } })
      .set('If-Match', String(etag))
      .expect(412);
    expect((await shown()).name).toBe('First');
    const { headers } = await test.owner.call('get', ACCOUNT).expect(200);
    expect(headers.etag).toBe(first.headers.etag);
    const known = { authorization: `Bearer ${test.owner.key}`, 'if-none-match': String(headers.etag) };
    expect((await fetch(test.url + ACCOUNT, { headers: known })).status).toBe(304);
    await update({ brand: null }).set('If-Match', String(headers.etag)).expect(200);
  });

  it('logs what changed, and of a logo its hash and size alone', async () => {
    await update({ brand: BRAND }).expect(200);
    const log = async () => (await test.owner.call('get', '/api/v1/audit-log').expect(200)).body.data;
    const [entry, ...earlier] = await log();
    const hash = /[0-9a-f]{64}/.exec((await shown()).logo_url)?.[0];
    const after = {
      name: BRAND.name,
      logo: { sha256: hash, size_bytes: expect.any(Number) },
      accent_color: '#0b57a4',
      contact: BRAND.contact,
    };
    expect(entry).toMatchObject({
      action: 'account.updated',
      object: { type: 'account', id: test.owner.id },
      changes: { brand: [null, after] },
    });
    await update({ brand: { name: BRAND.name } }).expect(200);
    expect(await log()).toEqual([entry, ...earlier]);
  });
});

describe('a field of a brand', () => {
  it.each([
    ['name', 'a'.repeat(80)],
    ['contact', 'a'.repeat(200)],
    ['accent_color', '#767676'],
  ])('%s is taken up to its limit', async (field, value) => {
    expect((await update({ brand: { [field]: value } }).expect(200)).body.data.brand[field]).toBe(value);
  });

  it.each<[field: string, value: unknown, message: string]>([
    ['name', 'a'.repeat(81), 'brand.name must be at most 80 characters long.'],
    ['name', 'a\u202eb', 'brand.name must not contain control'],
    ['name', 5, 'brand.name must'],
    ['name', { a: 1 }, 'brand.name must be a single value'],
    ['contact', 'a'.repeat(201), 'brand.contact must be at most 200 characters long.'],
    ['contact', 'a\nb', 'brand.contact must not contain control'],
    ['accent_color', '#777777', 'brand.accent_color must have a contrast of at least 4.5 to 1 on white.'],
    ['accent_color', 'red', 'brand.accent_color must be a color such as #0b57a4.'],
    ['accent_color', '#fff', 'brand.accent_color must be a color such as #0b57a4.'],
    ['logo', 5, 'brand.logo must be text or null.'],
    ['logo', 'https://agency.example/logo.png', 'brand.logo must begin with data:image/png;base64,'],
    ['logo', 'data:image/svg+xml;base64,PHN2Zy8+', 'brand.logo must begin with data:image/png;base64,'],
    ['logo', 'data:image/png;base64,iVBOR w0KGgo', 'brand.logo is not valid base64.'],
    ['logo', asDataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), 'must be a PNG image'],
    ['logo', asDataUrl(pngFile().subarray(0, 60)), 'brand.logo ends early.'],
    ['logo', asDataUrl(pngFile({ width: 1201 })), 'must be at most 1200 × 400 pixels, not 1201 × 4.'],
    ['logo', asDataUrl(pngFile({ scanlines: Buffer.alloc(50_000_000) })), 'brand.logo is damaged'],
    ['logo', asDataUrl(pngFile({ extra: [textChunk('tEXt', 'a'.repeat(200_000))] })), 'at most 200000 bytes'],
  ])('%s refuses %j', async (field, value, message) => {
    const { body } = await update({ brand: { [field]: value } }).expect(422);
    expect(Object.keys(body.errors)).toEqual([`brand.${field}`]);
    expect(body.detail).toContain(message);
    expect(await shown()).toBeNull();
  });

  it.each([['text'], [['list']], [5], [true]])('is not taken of %j', async (brand) => {
    const { body } = await update({ brand }).expect(422);
    expect(Object.keys(body.errors)).toEqual(['brand']);
  });
});

describe('the body', () => {
  it('may have 300 KiB here, and 16 KiB elsewhere', async () => {
    const padded = (bytes: number) => `{"brand":{}${' '.repeat(bytes - 12)}}`;
    const send = (path: string, bytes: number) =>
      test.owner.call('patch', path).type('json').send(padded(bytes));
    await send(ACCOUNT, 300 * 1024).expect(200);
    await send(ACCOUNT, 300 * 1024 + 1).expect(413);
    await send('/api/v1/websites/1', 16 * 1024 + 1).expect(413);
  });

  it('is JSON, not a form', async () => {
    await test.owner.call('patch', ACCOUNT).type('form').send({ brand: 'x' }).expect(415);
  });
});

describe('a logo', () => {
  it('has an address for everyone, and is sent as nothing but an image', async () => {
    const hidden = '<script>alert(1)</script>';
    const polyglot = Buffer.concat([pngFile({ extra: [textChunk('tEXt', hidden)] }), Buffer.from(hidden)]);
    const { body } = await update({ brand: { logo: asDataUrl(polyglot) } }).expect(200);
    const response = await fetch(body.data.brand.logo_url);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(bytes.includes(hidden)).toBe(false);
    const hash = createHash('sha256').update(bytes).digest('hex');
    expect(new URL(body.data.brand.logo_url).pathname).toBe(`/logos/${hash}.png`);
    await update({ brand: { logo: null } }).expect(200);
    expect((await fetch(body.data.brand.logo_url)).status).toBe(404);
  });

  it.each(['x.png', `${'0'.repeat(64)}.png`, '0'.repeat(64)])('is not found at /logos/%s', async (file) => {
    await test.call('get', `/logos/${file}`).expect(404);
  });

  it('is a data: URL for files that are read without a network', async () => {
    await update({ brand: BRAND }).expect(200);
    const served = await fetch((await shown()).logo_url);
    const src = asDataUrl(Buffer.from(await served.arrayBuffer()));
    const brands = test.app.get(BrandsService);
    expect(await brands.forFile(test.owner.id)).toEqual({
      name: BRAND.name,
      logo: { src, width: 40, height: 10 },
      accentColor: '#0b57a4',
      contact: BRAND.contact,
    });
    expect(await brands.forFile(test.stranger.id)).toBeNull();
  });
});
