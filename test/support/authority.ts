import { writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { type CertificateField, generate } from 'selfsigned';
import { newDataDir } from './service.js';

const DAY_MS = 86_400_000;

export interface Pair {
  readonly private: string;
  readonly cert: string;
}

export interface CertificateOptions {
  readonly host?: string;
  readonly subject?: CertificateField[];
  /** From now on. */
  readonly days?: number;
  readonly startDays?: number;
  /** false: the subject alone has the name. */
  readonly alternativeNames?: boolean;
}

/** An authority that only its own file makes trusted. */
export interface Authority {
  /** Path, for NODE_EXTRA_CA_CERTS. */
  readonly file: string;
  certificate(options?: CertificateOptions): Promise<Pair>;
}

export async function newAuthority(name = 'Test authority'): Promise<Authority> {
  const own = await generate([{ name: 'commonName', value: name }] as CertificateField[], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const file = join(await newDataDir(), 'authority.pem');
  await writeFile(file, own.cert);
  return {
    file,
    certificate: ({
      host = 'localhost',
      subject = [{ name: 'commonName', value: host }],
      days = 90,
      startDays = -100,
      alternativeNames = true,
    } = {}) =>
      generate(subject, {
        keyType: 'ec',
        algorithm: 'sha256',
        ca: { key: own.private, cert: own.cert },
        notBeforeDate: new Date(Date.now() + startDays * DAY_MS),
        notAfterDate: new Date(Date.now() + days * DAY_MS),
        extensions: alternativeNames
          ? [
              {
                name: 'subjectAltName',
                altNames: [isIP(host) ? { type: 7, ip: host } : { type: 2, value: host }],
              },
            ]
          : [{ name: 'keyUsage', digitalSignature: true }],
      }),
  };
}
