import { type TlsFacts } from './tls-facts.js';

/** Measurements of a visit. null: not reached. Durations in milliseconds. */
export interface LoadFacts {
  http_status: number | null;
  content_type: string | null;
  /** Redirects before the document; status null: an immediate `meta refresh`. */
  redirects: { url: string; status: number | null; location: string }[];
  timings: {
    dns_ms: number | null;
    connect_ms: number | null;
    tls_ms: number | null;
    /** From the request for the document to its response headers. */
    ttfb_ms: number | null;
    /** From the first request to the document's last byte. */
    document_ms: number | null;
    /** Including all other requests of the audit. */
    total_ms: number;
  };
  sizes: { encoded_bytes: number | null; decoded_bytes: number | null };
  tls: TlsFacts | null;
  /** The server's choice of `h2` and `http/1.1`. */
  alpn: string | null;
  robots_txt: { status: number | null } | null;
  /** Number of requests sent. */
  requests: number;
  /** Number of responses taken from other audits of the same crawl. */
  shared_answers: number;
}

export function noFacts(): LoadFacts {
  return {
    http_status: null,
    content_type: null,
    redirects: [],
    timings: { dns_ms: null, connect_ms: null, tls_ms: null, ttfb_ms: null, document_ms: null, total_ms: 0 },
    sizes: { encoded_bytes: null, decoded_bytes: null },
    tls: null,
    alpn: null,
    robots_txt: null,
    requests: 0,
    shared_answers: 0,
  };
}
