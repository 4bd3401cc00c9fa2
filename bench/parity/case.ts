import { type DocumentRoot } from './document-root.js';

/** Name and value as sent; a value may hold a folded line. */
export type Header = readonly [name: string, value: string];

/** An answer as it goes over the wire, framing headers aside. */
export interface RawResponse {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: Buffer;
}

/** What answers on the port for TLS: nothing at all, or a server with such a certificate. */
export type Tls = 'valid' | 'self-signed' | 'none';

/** What answers on the port for plain http: a redirect to https, the page, nothing, or something else. */
export type Plain = 'redirect' | 'page' | 'closed' | RawResponse;

/** A page that every engine grades, with the origin it is served from. */
export interface ParityCase extends RawResponse {
  /** First label of the origin's host name. */
  readonly id: string;
  readonly path: string;
  readonly robotsTxt: RawResponse;
  /** What sets this page apart. */
  readonly cause: string;
  readonly tls: Tls;
  readonly plain: Plain;
  /** Engines that take an address start at the plain one. */
  readonly entry?: 'http';
  /** Answers at other paths. */
  readonly resources: Readonly<Record<string, RawResponse>>;
  /** Answers at all paths that nothing above answers at. */
  readonly root?: DocumentRoot;
}

/** Domain of all cases; nobody can own it. */
export const DOMAIN = 'parity.test';

/** Host name of a case. */
export function hostOf(id: string): string {
  return `${id}.${DOMAIN}`;
}

/** Origin of a case. */
export function originOf({ id, tls }: Pick<ParityCase, 'id' | 'tls'>): string {
  return `${tls === 'none' ? 'http' : 'https'}://${hostOf(id)}`;
}

/** Address that engines are given. */
export function requestedUrlOf(parityCase: Pick<ParityCase, 'id' | 'tls' | 'path' | 'entry'>): string {
  const url = urlOf(parityCase);
  return parityCase.entry === 'http' ? url.replace(/^https:/, 'http:') : url;
}

/** Address of a case's page. */
export function urlOf(parityCase: Pick<ParityCase, 'id' | 'tls' | 'path'>): string {
  return originOf(parityCase) + parityCase.path;
}

/** A text answer in UTF-8. */
export function textResponse(status: number, type: string, text: string | Buffer): RawResponse {
  return { status, headers: [['Content-Type', type]], body: Buffer.from(text) };
}
