import { type Authority, newAuthority } from '../../support/authority.js';
import { freshDatabase, type TestDatabase } from '../../support/database.js';
import { runCli, startService } from '../../support/service.js';
import { tlsPostgres, type TlsPostgres } from '../../support/tls-postgres.js';
import { type StrangerSite, strangerSite } from '../../support/website.js';

const KEY = 'tls-test-key-12345';

let authority: Authority;
let database: TestDatabase;
let tls: TlsPostgres;
let site: StrangerSite;

beforeAll(async () => {
  authority = await newAuthority();
  database = await freshDatabase();
  tls = await tlsPostgres(database.url, await authority.certificate());
  site = await strangerSite();
});

afterAll(async () => {
  await site.close();
  await tls.close();
  await database.drop();
});

it('everything that uses the database does so by TLS, and checks its certificate', async () => {
  const service = await startService({
    DATABASE_URL: `${tls.url}?sslmode=require&sslrootcert=${authority.file}`,
    API_KEY: KEY,
    ALLOWED_TARGETS: site.target,
  });
  const response = await fetch(`${service.url}/api/v1/reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: site.origin }),
  });
  expect([response.status, service.output()]).toEqual([201, expect.not.stringMatching(/warning/i)]);
  service.process.kill('SIGTERM');
  await service.endedWell();
});

it('a certificate of an unknown authority is refused, and the command says what to do', async () => {
  const { status, stderr } = await runCli(['migrate'], { DATABASE_URL: `${tls.url}?sslmode=verify-full` });
  expect([status, stderr]).toEqual([1, expect.stringContaining('&sslrootcert=/path/to/ca.pem.')]);
});

it('any certificate is accepted where the URL says so', async () => {
  const { status } = await runCli(['migrate'], { DATABASE_URL: `${tls.url}?sslmode=no-verify` });
  expect(status).toBe(0);
});

it('a file that can’t be read is a fault of the settings', async () => {
  const DATABASE_URL = `${tls.url}?sslmode=verify-full&sslrootcert=/nothing/here.pem`;
  const { status, stderr } = await runCli(['migrate'], { DATABASE_URL });
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining('names "/nothing/here.pem" as sslrootcert, which can\'t be read'),
  ]);
});
