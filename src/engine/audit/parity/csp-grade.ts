import { countDirectives, mergePolicies, type Policy } from './csp-policy.js';

export type CspPass = 'no_unsafe_default_none' | 'no_unsafe' | 'unsafe_inline_style' | 'repeated_reporting';
export type CspFault =
  'missing' | 'invalid' | 'unsafe_inline' | 'insecure_scheme' | 'unsafe_eval' | 'insecure_scheme_passive';

/** The HTTP Observatory's result for a page's policies, and its score modifier. */
export interface CspGrade {
  readonly result: CspPass | CspFault;
  readonly modifier: number;
  /** Whether framing is restricted, for the Observatory's X-Frame-Options test. */
  readonly hasFrameAncestors: boolean;
}

type Judgment = Omit<CspGrade, 'hasFrameAncestors'>;

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
  if (!all) return { result: 'invalid', modifier: -25, hasFrameAncestors: false };
  if (countDirectives(headers, []) + countDirectives(metas, IGNORED_IN_META) === 0) {
    return { result: 'missing', modifier: -25, hasFrameAncestors: false };
  }
  const grade = gradePolicy(mutableCopy(all.policy), isHttps);
  const isPassed = grade.modifier >= 0 || grade.result === 'insecure_scheme_passive';
  const isRepeated = all.hasRepeatedReporting && isPassed;
  return {
    ...(isRepeated ? { result: 'repeated_reporting' as const, modifier: 0 } : grade),
    hasFrameAncestors: all.policy.has('frame-ancestors'),
  };
}

type Directives = ReadonlyMap<string, Set<string>>;

function mutableCopy(policy: Policy): Directives {
  return new Map([...policy].map(([directive, sources]) => [directive, new Set(sources)]));
}

/** A source that overrides others removes them from its list. In default-src, that applies to all directives that fall
 *  back to it. */
function gradePolicy(policy: Directives, isHttps: boolean): Judgment {
  const fallback = policy.get('default-src');
  const object = policy.get('object-src') ?? fallback ?? new Set(['*']);
  const script = policy.get('script-src') ?? fallback ?? new Set(['*']);
  const style = policy.get('style-src') ?? fallback ?? new Set(['*']);
  removeOverriddenInline(script);
  removeOverriddenInline(style);
  if (script.has("'strict-dynamic'")) {
    if (!hasNonceOrHash(script)) return { result: 'invalid', modifier: -25 };
    removeWhatStrictDynamicOverrides(script);
  }
  if (some(script, isBroadOrInline) || some(object, (source) => BROAD.has(source))) {
    return { result: 'unsafe_inline', modifier: -20 };
  }
  if (isHttps && activeSources(policy, script).some(isInsecure))
    return { result: 'insecure_scheme', modifier: -20 };
  if (script.has("'unsafe-eval'") || style.has("'unsafe-eval'"))
    return { result: 'unsafe_eval', modifier: -10 };
  if (isHttps && PASSIVE.some((name) => some(policy.get(name) ?? fallback ?? new Set(), isInsecure))) {
    return { result: 'insecure_scheme_passive', modifier: -10 };
  }
  if (some(style, isBroadOrInline)) return { result: 'unsafe_inline_style', modifier: 0 };
  const isNone = fallback?.size === 1 && fallback.has("'none'");
  return isNone ? { result: 'no_unsafe_default_none', modifier: 10 } : { result: 'no_unsafe', modifier: 5 };
}

function some(sources: ReadonlySet<string>, test: (source: string) => boolean): boolean {
  return [...sources].some(test);
}

function isBroadOrInline(source: string): boolean {
  return BROAD.has(source) || INLINE.has(source);
}

function hasNonceOrHash(sources: ReadonlySet<string>): boolean {
  return some(sources, (source) => NONCE_OR_HASH.test(source));
}

function removeOverriddenInline(sources: Set<string>): void {
  if (hasNonceOrHash(sources)) sources.delete("'unsafe-inline'");
}

function removeWhatStrictDynamicOverrides(sources: Set<string>): void {
  for (const source of [...sources]) {
    const isScheme = [...BROAD].some((broad) => source.startsWith(broad));
    if (isScheme || source === "'self'" || source === "'unsafe-inline'") sources.delete(source);
  }
}

function activeSources(policy: Directives, script: ReadonlySet<string>): string[] {
  const others = [...policy].filter(
    ([directive]) => !PASSIVE.includes(directive) && directive !== 'script-src',
  );
  return [...others.flatMap(([, sources]) => [...sources]), ...script];
}

function isInsecure(source: string): boolean {
  return source.startsWith('http:') || source.startsWith('ftp:');
}
