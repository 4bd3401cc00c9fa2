import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { generate } from 'selfsigned';
import { closeLater, closeServers, codeOf, load, site } from '../../support/page-loads.js';

afterEach(closeServers);

describe('PageLoader: https', () => {
  it('says that a certificate is not valid, what it is, and sends nothing', async () => {
    let requests = 0;
    const pair = await generate([{ name: 'commonName', value: '127.0.0.1' }], { keySize: 2048 });
    const server = createTlsServer({ key: pair.private, cert: pair.cert }, (_request, response) => {
      requests++;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closeLater(() => void server.close());
    const target = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const result = await load(`https://${target}/`, [target]);
    expect(codeOf(result)).toBe('tls_invalid');
    expect(result.facts.tls).toMatchObject({
      protocol: 'TLSv1.3',
      verified: false,
      error: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      key: { type: 'rsa', bits: 2048 },
    });
    expect(requests).toBe(0);
  });

  it('says that a server speaks no TLS', async () => {
    const { target } = await site();
    expect(codeOf(await load(`https://${target}/`, [target]))).toBe('tls_failed');
  });

  it('says that a server offers HTTP/2 alone', async () => {
    const pair = await generate([{ name: 'commonName', value: '127.0.0.1' }], { keySize: 2048 });
    const server = createServer({ key: pair.private, cert: pair.cert, ALPNProtocols: ['h2'] });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closeLater(() => void server.close());
    const target = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await load(`https://${target}/`, [target])).toMatchObject({
      error: { code: 'tls_failed', message: expect.stringContaining('no HTTP/1.1') },
    });
  });
});
