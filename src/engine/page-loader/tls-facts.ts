import { type TLSSocket } from 'node:tls';

/** Facts of a TLS handshake. Times are RFC 3339. */
export interface TlsFacts {
  readonly protocol: string | null;
  readonly cipher: string;
  /** Whether the certificate is trusted, not expired, and valid for the host. */
  readonly verified: boolean;
  /** OpenSSL's error code if it is not verified; else null. */
  readonly error: string | null;
  readonly subject: string | null;
  readonly issuer: string | null;
  readonly valid_from: string | null;
  readonly valid_to: string | null;
  readonly key: { readonly type: string; readonly bits: number | null } | null;
  /** Signature algorithm of the certificate: its common name, or its object identifier. */
  readonly signature: string | null;
  readonly self_signed: boolean | null;
}

export function tlsFactsOf(socket: TLSSocket): TlsFacts {
  const certificate = socket.getPeerX509Certificate();
  const key = certificate?.publicKey;
  const error = socket.authorized ? null : String(socket.authorizationError);
  return {
    protocol: socket.getProtocol(),
    cipher: socket.getCipher().standardName,
    verified: socket.authorized,
    error,
    subject: shortened(certificate?.subject),
    issuer: shortened(certificate?.issuer),
    valid_from: certificate ? isoDate(certificate.validFrom) : null,
    valid_to: certificate ? isoDate(certificate.validTo) : null,
    key: key
      ? {
          type: key.asymmetricKeyType ?? 'unknown',
          bits:
            key.asymmetricKeyDetails?.modulusLength ??
            CURVE_BITS[key.asymmetricKeyDetails?.namedCurve ?? ''] ??
            null,
        }
      : null,
    signature: certificate ? signatureAlgorithm(certificate.raw) : null,
    self_signed: certificate ? certificate.checkIssued(certificate) : null,
  };
}

/** A certificate may have alternative names but no subject, unlike Node.js's types say. */
function shortened(name: string | undefined): string | null {
  return name?.slice(0, 500) ?? null;
}

/** @see https://www.rfc-editor.org/rfc/rfc3279 https://www.rfc-editor.org/rfc/rfc5758 */
const SIGNATURES: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.4': 'md5WithRSAEncryption',
  '1.2.840.113549.1.1.5': 'sha1WithRSAEncryption',
  '1.2.840.113549.1.1.10': 'rsassaPss',
  '1.2.840.113549.1.1.11': 'sha256WithRSAEncryption',
  '1.2.840.113549.1.1.12': 'sha384WithRSAEncryption',
  '1.2.840.113549.1.1.13': 'sha512WithRSAEncryption',
  '1.2.840.10045.4.1': 'ecdsa-with-SHA1',
  '1.2.840.10045.4.3.2': 'ecdsa-with-SHA256',
  '1.2.840.10045.4.3.3': 'ecdsa-with-SHA384',
  '1.2.840.10045.4.3.4': 'ecdsa-with-SHA512',
  '1.3.101.112': 'ed25519',
};

/** Certificate ::= SEQUENCE { tbsCertificate, signatureAlgorithm SEQUENCE { OID, … }, … }, in DER.
 *  @see https://www.rfc-editor.org/rfc/rfc5280#section-4.1 */
function signatureAlgorithm(der: Buffer): string {
  const tbs = elementAt(der, elementAt(der, 0).start);
  const oid = elementAt(der, elementAt(der, tbs.end).start);
  const identifier = identifierOf(der.subarray(oid.start, oid.end));
  return SIGNATURES[identifier] ?? identifier;
}

/** Start and end of the content of the DER element at an offset. */
function elementAt(der: Buffer, offset: number): { start: number; end: number } {
  const first = der[offset + 1] ?? 0;
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  const start = offset + 2 + lengthBytes;
  const length = lengthBytes === 0 ? first : der.readUIntBE(offset + 2, lengthBytes);
  return { start, end: start + length };
}

function identifierOf(bytes: Buffer): string {
  const arcs: number[] = [];
  let arc = 0;
  for (const byte of bytes) {
    arc = arc * 128 + (byte & 0x7f);
    if (byte < 0x80) {
      arcs.push(arc);
      arc = 0;
    }
  }
  const [first = 0, ...rest] = arcs;
  const root = Math.min(2, Math.floor(first / 40));
  return [root, first - root * 40, ...rest].join('.');
}

const CURVE_BITS: Readonly<Record<string, number>> = { prime256v1: 256, secp384r1: 384, secp521r1: 521 };

function isoDate(text: string): string | null {
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
