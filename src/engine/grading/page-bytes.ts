import { type CheckLimits, DEFAULT_LIMITS } from '../audit/limits.js';
import { type Tls } from '../audit/page.js';
import { type TlsFacts } from '../page-loader/tls-facts.js';
import { type LoadedPage } from '../page-loader/visit.js';
import { type PageBytes } from './audit-page.js';

/** Input of an audit thread from a loaded page. */
export function bytesOf({ tls, ...page }: LoadedPage, limits: CheckLimits = DEFAULT_LIMITS): PageBytes {
  return { ...page, limits, tls: tls && tlsOf(tls) };
}

function tlsOf(facts: TlsFacts): Tls {
  return {
    isVerified: facts.verified,
    isChainIncomplete: facts.error === 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    protocol: facts.protocol,
    validFromMs: facts.valid_from === null ? null : Date.parse(facts.valid_from),
    validToMs: facts.valid_to === null ? null : Date.parse(facts.valid_to),
    key: facts.key,
    signature: facts.signature,
    isSelfSigned: facts.self_signed === true,
  };
}
