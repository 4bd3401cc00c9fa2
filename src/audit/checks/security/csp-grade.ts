import { mergePolicies, type Policy } from './csp-policy.js';

/** What the HTTP Observatory makes of a page's policies: its result and the points it gives or takes. */
export interface CspGrade {
  readonly result: string;
  readonly modifier: number;
}

export interface CspInputs {
  readonly headers: readonly string[];
  readonly metas: readonly string[];
  readonly isHttps: boolean;
}

const BROAD = new Set(['ftp:', 'http:', 'https:', '*', 'http://*', 'http://*.*', 'https://*', 'https://*.*']);
const INLINE = new Set(["'unsafe-inline'", 'data:']);
const NONCE_OR_HASH = /^'(sha256-|sha384-|sha512-|nonce-)/;
const PASSIVE = ['img-src', 'media-src'];
const IGNORED_IN_META = ['frame-ancestors', 'report-uri', 'sandbox'];

/** @see https://github.com/mdn/mdn-http-observatory/blob/main/src/analyzer/tests/csp.js */
export function gradeCsp({ headers, metas, isHttps }: CspInputs): CspGrade {
  const all = mergePolicies([...headers, ...metas]);
  if (!all) return { result: 'invalid', modifier: -25 };
  if (effectiveDirectives(headers, []) + effectiveDirectives(metas, IGNORED_IN_META) === 0) {
    return { result: 'missing', modifier: -25 };
  }
  const grade = gradePolicy(all.policy, isHttps);
  return all.hasRepeatedReporting && grade.modifier >= 0
    ? { result: 'repeated_reporting', modifier: 0 }
    : grade;
}

/** Directives that stay once those without effect are left out; an invalid list has none. */
function effectiveDirectives(texts: readonly string[], ignored: readonly string[]): number {
  const parsed = mergePolicies(texts);
  if (!parsed) return 0;
  const directives = [...parsed.policy.keys()].filter((directive) => !ignored.includes(directive));
  return directives.length + (parsed.hasRepeatedReporting ? 1 : 0);
}

function gradePolicy(policy: Policy, isHttps: boolean): CspGrade {
  const fallback = policy.get('default-src');
  const script = scriptSources(new Set(policy.get('script-src') ?? fallback ?? ['*']));
  const style = withoutOverriddenInline(new Set(policy.get('style-src') ?? fallback ?? ['*']));
  const object = [...(policy.get('object-src') ?? fallback ?? ['*'])];
  if (!script) return { result: 'invalid', modifier: -25 };
  if (script.some((s) => BROAD.has(s) || INLINE.has(s)) || object.some((s) => BROAD.has(s))) {
    return { result: 'unsafe_inline', modifier: -20 };
  }
  if (isHttps && activeSources(policy, script).some(isInsecure))
    return { result: 'insecure_scheme', modifier: -20 };
  if (script.includes("'unsafe-eval'") || style.includes("'unsafe-eval'"))
    return { result: 'unsafe_eval', modifier: -10 };
  if (isHttps && PASSIVE.flatMap((d) => [...(policy.get(d) ?? fallback ?? [])]).some(isInsecure)) {
    return { result: 'insecure_scheme_passive', modifier: -10 };
  }
  if (style.some((s) => BROAD.has(s) || INLINE.has(s))) return { result: 'unsafe_inline_style', modifier: 0 };
  const isNone = fallback?.size === 1 && fallback.has("'none'");
  return isNone ? { result: 'no_unsafe_default_none', modifier: 10 } : { result: 'no_unsafe', modifier: 5 };
}

/** Sources that count for scripts; null where strict-dynamic stands without a nonce or hash. */
function scriptSources(sources: Set<string>): string[] | null {
  const effective = withoutOverriddenInline(sources);
  if (!effective.includes("'strict-dynamic'")) return effective;
  if (!effective.some((source) => NONCE_OR_HASH.test(source))) return null;
  return effective.filter(
    (source) =>
      source !== "'self'" &&
      source !== "'unsafe-inline'" &&
      ![...BROAD].some((broad) => source.startsWith(broad)),
  );
}

function withoutOverriddenInline(sources: Set<string>): string[] {
  const hasNonceOrHash = [...sources].some((source) => NONCE_OR_HASH.test(source));
  return [...sources].filter((source) => !hasNonceOrHash || source !== "'unsafe-inline'");
}

function activeSources(policy: Policy, script: readonly string[]): string[] {
  const others = [...policy].filter(
    ([directive]) => !PASSIVE.includes(directive) && directive !== 'script-src',
  );
  return [...others.flatMap(([, sources]) => [...sources]), ...script];
}

function isInsecure(source: string): boolean {
  return source.startsWith('http:') || source.startsWith('ftp:');
}
