import { type TLSSocket } from 'node:tls';

/** What a TLS handshake showed. Times are RFC 3339. */
export interface TlsFacts {
  readonly protocol: string | null;
  readonly cipher: string;
  /** Whether the chain leads to a trusted root, is in date, and names the host. */
  readonly verified: boolean;
  /** Why it is not verified, as OpenSSL's stable code; null where it is. */
  readonly error: string | null;
  readonly subject: string | null;
  readonly issuer: string | null;
  readonly valid_from: string | null;
  readonly valid_to: string | null;
  readonly key: { readonly type: string; readonly bits: number | null } | null;
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
    subject: certificate?.subject.slice(0, 500) ?? null,
    issuer: certificate?.issuer.slice(0, 500) ?? null,
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
  };
}

const CURVE_BITS: Readonly<Record<string, number>> = { prime256v1: 256, secp384r1: 384, secp521r1: 521 };

function isoDate(text: string): string | null {
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
