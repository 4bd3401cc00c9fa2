import { createSecureServer } from 'node:http2';
import { createServer } from 'node:https';
import { type AddressInfo, type Socket } from 'node:net';
import { type CertificateField, generate } from 'selfsigned';
import { type Finding } from '../../../src/engine/audit/audit.js';
import { type Authority, type CertificateOptions, newAuthority, type Pair } from '../../support/authority.js';
import { runCli } from '../../support/service.js';

let authority: Authority;
const servers: { close(): void }[] = [];

beforeAll(async () => {
  authority = await newAuthority();
});

afterAll(() => {
  for (const server of servers) server.close();
});

const certificate = (options?: CertificateOptions) => authority.certificate(options);

/** Serves a page over TLS and audits it by the command line, which trusts the authority. */
async function audited(
  pair: Pair,
  { isOld = false, choosesProtocol = true, resetsAfterHandshake = false, address = '127.0.0.1' } = {},
) {
  const keys = { key: pair.private, cert: pair.cert };
  const page = '<!doctype html><html lang="en"><title>Over TLS</title>';
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  const server = isOld
    ? createServer({ ...keys, maxVersion: 'TLSv1.2' }, (_, response) =>
        response.writeHead(200, headers).end(page),
      )
    : createSecureServer({ ...keys, allowHTTP1: true }, (_, response) => {
        response.writeHead(200, headers);
        response.end(page);
      });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  servers.push(server);
  if (!choosesProtocol) Object.assign(server, { ALPNProtocols: undefined });
  if (resetsAfterHandshake) {
    server.on('connection', (socket: Socket) => {
      server.once('secureConnection', () => socket.resetAndDestroy());
    });
  }
  const host = address === '::1' ? '[::1]' : 'localhost';
  const target = `${host}:${String((server.address() as AddressInfo).port)}`;
  const env = { ALLOWED_TARGETS: target, NODE_EXTRA_CA_CERTS: authority.file };
  const { stdout, status } = await runCli(['audit', '--json', `https://${target}/`], env);
  const grade = JSON.parse(stdout) as {
    checks: Finding[];
    error: { code: string } | null;
    facts: Record<string, never>;
  };
  const outcomeOf = (id: string) => grade.checks.find((finding) => finding.id === id)?.outcome;
  const reasonOf = (id: string) => grade.checks.find((finding) => finding.id === id)?.reason;
  return { ...grade, status, outcomeOf, reasonOf };
}

describe('TLS', () => {
  it('passes the certificate of an IPv6 address', async () => {
    const { error, facts } = await audited(await certificate({ host: '::1' }), { address: '::1' });
    expect([error, facts.tls]).toMatchObject([null, { verified: true }]);
  });

  it('passes a good chain over TLS 1.3 and HTTP/2', async () => {
    const { error, facts, outcomeOf } = await audited(await certificate());
    expect(error).toBeNull();
    expect(facts).toMatchObject({
      alpn: 'h2',
      tls: { protocol: 'TLSv1.3', verified: true, self_signed: false },
    });
    for (const id of ['https_encryption', 'tls_certificate', 'tls_version', 'http2']) {
      expect([id, outcomeOf(id)]).toEqual([id, 'pass']);
    }
  });

  it('passes TLS 1.2, and fails HTTP/1.1 alone', async () => {
    const { facts, outcomeOf, reasonOf } = await audited(await certificate(), { isOld: true });
    expect(facts).toMatchObject({ alpn: 'http/1.1', tls: { protocol: 'TLSv1.2' } });
    expect(outcomeOf('tls_version')).toBe('pass');
    expect(reasonOf('http2')).toBe('http1_only');
  });

  it('fails a server that does not know how to choose a protocol, so that it gets HTTP/1.1', async () => {
    const { facts, reasonOf } = await audited(await certificate(), { isOld: true, choosesProtocol: false });
    expect(facts).toMatchObject({ alpn: 'http/1.1' });
    expect(reasonOf('http2')).toBe('http1_only');
  });

  it('fails a certificate with 10 days left', async () => {
    const { error, reasonOf } = await audited(await certificate({ days: 10 }));
    expect(error).toBeNull();
    expect(reasonOf('tls_certificate')).toBe('expires_within_14_days');
  });

  it('warns of a certificate with 20 days left', async () => {
    expect((await audited(await certificate({ days: 20 }))).reasonOf('tls_certificate')).toBe(
      'expires_within_30_days',
    );
  });

  it.each([
    ['expired', () => certificate({ days: -1 }), 'CERT_HAS_EXPIRED'],
    ['not yet valid', () => certificate({ startDays: 2 }), 'CERT_NOT_YET_VALID'],
    ['of another name', () => certificate({ host: 'other.example' }), 'ERR_TLS_CERT_ALTNAME_INVALID'],
    [
      'self-signed',
      () => generate([{ name: 'commonName', value: 'localhost' }] as CertificateField[], { keyType: 'ec' }),
      'DEPTH_ZERO_SELF_SIGNED_CERT',
    ],
  ])('does not load a page whose certificate is %s, and says so', async (_name, make, code) => {
    const { error, facts, status } = await audited(await make());
    expect(error).toMatchObject({ code: 'tls_invalid' });
    expect(facts).toMatchObject({ tls: { verified: false, error: code } });
    expect(status).toBe(2);
  });

  it('loads a page whose certificate has no subject, only alternative names', async () => {
    const { error, facts, outcomeOf } = await audited(await certificate({ subject: [] }));
    expect(error).toBeNull();
    expect(facts).toMatchObject({ tls: { subject: null, issuer: 'CN=Test authority', verified: true } });
    expect(outcomeOf('tls_certificate')).toBe('pass');
  });

  it('survives a server that resets its connections right after the handshake', async () => {
    const { error, status } = await audited(await certificate({ subject: [] }), {
      resetsAfterHandshake: true,
    });
    expect(error).toMatchObject({ code: 'connection_reset' });
    expect(status).toBe(2);
  });
});
