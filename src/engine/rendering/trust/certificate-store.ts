import { createHash, X509Certificate } from 'node:crypto';
import { derParts } from './der.js';
import { sqliteFile, uint32 } from './sqlite-file.js';

/** Columns of NSS, which are named after the numbers of PKCS #11's attributes.
 *  @see https://github.com/nss-dev/nss/blob/master/lib/softoken/sdb.c
 *  @see https://github.com/nss-dev/nss/blob/master/lib/util/pkcs11n.h */
const COLUMNS = {
  class: 'a0',
  token: 'a1',
  private: 'a2',
  label: 'a3',
  value: 'a11',
  certificateType: 'a80',
  issuer: 'a81',
  serial: 'a82',
  subject: 'a101',
  id: 'a102',
  modifiable: 'a170',
  serverAuth: 'ace536358',
  clientAuth: 'ace536359',
  codeSigning: 'ace53635a',
  email: 'ace53635b',
  stepUp: 'ace536360',
  sha1: 'ace5363b4',
  md5: 'ace5363b5',
};
const CLASSES = { certificate: 0x1, trust: 0xce534353 };
/** Itself alone; and what it has issued, too. */
const TRUST = { itself: 0xce534351, authority: 0xce534352, unknown: 0xce534355 };
const [YES, NO] = [Buffer.from([1]), Buffer.from([0])];
const CERTIFICATE =
  /-----BEGIN (TRUSTED |X509 )?CERTIFICATE-----[^-]+-----END (TRUSTED |X509 )?CERTIFICATE-----/g;

/** The file `cert9.db` of a certificate store of NSS, which Chromium reads below its HOME. It has a browser trust what
 *  Node.js trusts by NODE_EXTRA_CA_CERTS, and no more: a certificate that is not self-signed only completes chains, and a
 *  self-signed one that is no authority vouches for itself alone.
 *  @param pem as Node.js reads it: up to the first certificate that is damaged */
export function certificateStore(pem: string): Buffer {
  const rows = certificatesIn(pem).flatMap((certificate) => {
    try {
      return rowsOf(certificate);
    } catch {
      // Its key or its encoding is of a kind that Node.js can't use either.
      return [];
    }
  });
  return sqliteFile({ name: 'nssPublic', columns: Object.values(COLUMNS), rows });
}

function certificatesIn(pem: string): X509Certificate[] {
  const found = new Map<string, X509Certificate>();
  for (const [text] of pem.matchAll(CERTIFICATE)) {
    try {
      const certificate = new X509Certificate(text);
      found.set(certificate.fingerprint256, certificate);
    } catch {
      break;
    }
  }
  return [...found.values()];
}

function rowsOf(certificate: X509Certificate): ReadonlyMap<string, Uint8Array>[] {
  const { raw } = certificate;
  const { serial, issuer, subject, isVersion1 } = fieldsOf(raw);
  const sha1 = createHash('sha1').update(raw).digest();
  const common = {
    token: YES,
    private: NO,
    modifiable: YES,
    issuer,
    serial,
    label: Buffer.from(sha1.toString('hex')),
  };
  const own = {
    class: uint32(CLASSES.certificate),
    certificateType: uint32(0),
    value: raw,
    subject,
    id: sha1,
  };
  const rows = [row({ ...common, ...own })];
  if (certificate.checkIssued(certificate) && certificate.verify(certificate.publicKey)) {
    const unknown = uint32(TRUST.unknown);
    const trust = {
      class: uint32(CLASSES.trust),
      sha1,
      md5: createHash('md5').update(raw).digest(),
      serverAuth: uint32(certificate.ca || isVersion1 ? TRUST.authority : TRUST.itself),
      clientAuth: unknown,
      codeSigning: unknown,
      email: unknown,
      stepUp: NO,
    };
    rows.push(row({ ...common, ...trust }));
  }
  return rows;
}

function row(
  values: Readonly<Partial<Record<keyof typeof COLUMNS, Uint8Array>>>,
): ReadonlyMap<string, Uint8Array> {
  const entries = Object.entries(values) as [keyof typeof COLUMNS, Uint8Array][];
  return new Map(entries.map(([name, value]) => [COLUMNS[name], value]));
}

/** Parts of a certificate as they are encoded.
 *  @see https://www.rfc-editor.org/rfc/rfc5280#section-4.1 */
function fieldsOf(raw: Buffer): { serial: Buffer; issuer: Buffer; subject: Buffer; isVersion1: boolean } {
  const [signed = raw] = derParts(raw);
  const fields = derParts(signed);
  const isVersion1 = fields[0]?.[0] !== VERSION_TAG;
  const [serial, , issuer, , subject] = isVersion1 ? fields : fields.slice(1);
  if (!serial || !issuer || !subject) throw new Error('This is no certificate');
  return { serial, issuer, subject, isVersion1 };
}

const VERSION_TAG = 0xa0;
