import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SOME_LIST } from '../../../src/engine/hsts-preload/preload-list.fixture.js';
import { runCli, startService } from '../../support/service.js';
import { type StrangerSite, strangerSite } from '../../support/website.js';

const MEGABYTE = Buffer.alloc(1024 * 1024, ' ');
const ROUTES: Readonly<Record<string, RequestListener>> = {
  '/list': (_request, response) => response.end(SOME_LIST),
  '/moved': (_request, response) => response.writeHead(302, { location: '/list' }).end(),
  '/page': (_request, response) => response.end('<!doctype html><p>Sign in'),
  '/cut-off': (_request, response) => response.end(SOME_LIST.slice(0, -50)),
  '/broken': (_request, response) => {
    response.writeHead(200, { 'content-length': SOME_LIST.length });
    response.write(SOME_LIST.slice(0, 100), () => response.destroy());
  },
  '/endless': (_request, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write(MEGABYTE));
    };
    response.on('drain', more);
    more();
  },
};

let server: Server;
let origin: string;
let site: StrangerSite;
let directory: string;
let file: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const route = ROUTES[request.url ?? ''];
    if (route) route(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  site = await strangerSite();
});

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'preload-'));
  file = join(directory, 'hsts.json');
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await site.close();
});

const download = (path: string) => runCli(['hsts-preload', file, '--from', `${origin}${path}`], {});

describe('the command hsts-preload', () => {
  it.each(['/list', '/moved'])('writes the list at %s and says how to use it', async (path) => {
    writeFileSync(file, 'an older list');
    const { status, stdout } = await download(path);
    expect(status).toBe(0);
    expect(stdout).toBe(
      `5 hosts written to ${file}. Set HSTS_PRELOAD_FILE=${file} and restart the workers.\n`,
    );
    expect(readFileSync(file, 'utf8')).toBe(SOME_LIST);
    expect(readdirSync(directory)).toEqual(['hsts.json']);
  });

  it.each([
    ['/missing', /can't be downloaded: the server responded with 404\. Try again, or set another URL/],
    ['/page', /is not an HSTS preload list in Chromium's format: it is not one JSON object/],
    ['/cut-off', /is not an HSTS preload list in Chromium's format: it ends before its JSON is complete/],
    ['/broken', /can't be downloaded: /],
    ['/endless', /can't be downloaded: it is larger than 64 MiB/],
  ])('leaves the file as it is for %s', async (path, message) => {
    writeFileSync(file, 'an older list');
    const { status, stderr } = await download(path);
    expect(stderr).toMatch(message);
    expect(status).toBe(1);
    expect(readFileSync(file, 'utf8')).toBe('an older list');
    expect(readdirSync(directory)).toEqual(['hsts.json']);
  });

  it('says that nothing listens at an address', async () => {
    const { status, stderr } = await runCli(['hsts-preload', file, '--from', 'http://127.0.0.1:1/'], {});
    expect(stderr).toContain("can't be downloaded: ");
    expect(status).toBe(1);
  });

  it('says that a file cannot be written', async () => {
    file = join(directory, 'missing', 'hsts.json');
    const { status, stderr } = await download('/list');
    expect(stderr).toContain(`${file} can't be written: ENOENT`);
    expect(status).toBe(1);
  });

  it.each(['ftp://a.example/', 'list.json', 'https://'])('refuses --from %s', async (from) => {
    expect((await runCli(['hsts-preload', file, '--from', from], {})).status).toBe(64);
  });
});

describe('HSTS_PRELOAD_FILE', () => {
  const auditWith = (env: Record<string, string>) =>
    runCli(['audit', '--json', site.origin], { ALLOWED_TARGETS: site.target, ...env });
  const observatoryIn = (stdout: string): unknown => JSON.parse(stdout).parity.observatory;

  it('has audits consult the list', async () => {
    writeFileSync(file, SOME_LIST);
    const { stdout } = await auditWith({ HSTS_PRELOAD_FILE: file });
    expect(observatoryIn(stdout)).toMatchObject({ algorithm: 6, hsts_preload: 'checked' });
  });

  it('is not needed', async () => {
    expect(observatoryIn((await auditWith({})).stdout)).toMatchObject({ hsts_preload: 'not_checked' });
  });

  it.each(['all', 'worker'])('keeps a server of the role %s from starting without its file', async (role) => {
    const env = { HSTS_PRELOAD_FILE: file, ROLE: role, DATABASE_URL: 'postgresql://user@127.0.0.1:1/none' };
    const service = await startService(env);
    expect(await service.ended).toBe(1);
    expect(service.output()).toMatch(/Pagegrade can't start: HSTS_PRELOAD_FILE can't be used: .*ENOENT/);
  });

  it('stops an audit if the file is no list', async () => {
    writeFileSync(file, '{}');
    const { status, stderr } = await auditWith({ HSTS_PRELOAD_FILE: file });
    expect(stderr).toMatch(/^error: HSTS_PRELOAD_FILE can't be used: .*no host.*npm run cli -- hsts-preload/);
    expect(status).toBe(64);
  });
});
