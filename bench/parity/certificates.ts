import { execFileSync } from 'node:child_process';
import { createHash, createPublicKey } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOMAIN } from './case.js';

/** A key and its certificate, PEM. */
export interface KeyPair {
  readonly key: string;
  readonly cert: string;
}

/** What the site shows of itself over TLS. */
export interface Certificates {
  /** Signed by the authority. */
  readonly valid: KeyPair;
  readonly selfSigned: KeyPair;
  /** File with the authority's certificate, for NODE_EXTRA_CA_CERTS. */
  readonly authorityFile: string;
  /** base64 SHA-256 of the valid certificate's key, for Chromium. */
  readonly spki: string;
}

/** Certificates for all cases' hosts; made by openssl on the first call and kept in the folder. */
export function certificatesIn(folder: string): Certificates {
  if (!existsSync(join(folder, 'valid.pem'))) make(folder);
  const valid = pairIn(folder, 'valid');
  return {
    valid,
    selfSigned: pairIn(folder, 'self-signed'),
    authorityFile: join(folder, 'authority.pem'),
    spki: spkiOf(valid.cert),
  };
}

function make(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-sha256'];
  const names = `subjectAltName=DNS:*.${DOMAIN}`;
  const run = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const subject = (name: string) => ['-subj', `/CN=${name}`];
  run(
    'req',
    '-x509',
    ...newKey,
    ...subject('Parity lab'),
    '-days',
    '3650',
    '-keyout',
    'authority.key',
    '-out',
    'authority.pem',
  );
  run(
    'req',
    '-x509',
    ...newKey,
    ...subject(DOMAIN),
    '-days',
    '365',
    '-addext',
    names,
    '-keyout',
    'self-signed.key',
    '-out',
    'self-signed.pem',
  );
  run('req', '-new', ...newKey, ...subject(DOMAIN), '-keyout', 'valid.key', '-out', 'valid.csr');
  writeFileSync(join(folder, 'names'), `${names}\nextendedKeyUsage=serverAuth\n`);
  const signer = ['-CA', 'authority.pem', '-CAkey', 'authority.key', '-CAcreateserial'];
  run(
    'x509',
    '-req',
    '-in',
    'valid.csr',
    ...signer,
    '-days',
    '365',
    '-sha256',
    '-extfile',
    'names',
    '-out',
    'valid.pem',
  );
}

function pairIn(folder: string, name: string): KeyPair {
  const read = (extension: string) => readFileSync(join(folder, `${name}.${extension}`), 'utf8');
  return { key: read('key'), cert: read('pem') };
}

function spkiOf(cert: string): string {
  const key = createPublicKey(cert).export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(key).digest('base64');
}
