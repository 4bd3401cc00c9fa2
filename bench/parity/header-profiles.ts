import { type Header } from './case.js';

/** Headers that well-known servers and frameworks send when nobody configured them. */
export const HEADER_PROFILES: readonly (readonly Header[])[] = [
  [['Server', 'nginx']],
  [
    ['Server', 'Apache'],
    ['Last-Modified', 'Tue, 05 Mar 2024 11:12:13 GMT'],
    ['Accept-Ranges', 'bytes'],
  ],
  // helmet 8
  [
    [
      'Content-Security-Policy',
      "default-src 'self';base-uri 'self';font-src 'self' https: data:;form-action 'self';frame-ancestors 'self';img-src 'self' data:;object-src 'none';script-src 'self';script-src-attr 'none';style-src 'self' https: 'unsafe-inline';upgrade-insecure-requests",
    ],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Origin-Agent-Cluster', '?1'],
    ['Referrer-Policy', 'no-referrer'],
    ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-DNS-Prefetch-Control', 'off'],
    ['X-Download-Options', 'noopen'],
    ['X-Frame-Options', 'SAMEORIGIN'],
    ['X-Permitted-Cross-Domain-Policies', 'none'],
    ['X-XSS-Protection', '0'],
  ],
  // Rails 7
  [
    ['X-Frame-Options', 'SAMEORIGIN'],
    ['X-XSS-Protection', '0'],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Permitted-Cross-Domain-Policies', 'none'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Set-Cookie', '_shop_session=a1b2c3; path=/; HttpOnly; SameSite=Lax'],
  ],
  // Django with SecurityMiddleware
  [
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Referrer-Policy', 'same-origin'],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Vary', 'Cookie'],
    [
      'Set-Cookie',
      'csrftoken=Zx81; expires=Sat, 30 Oct 2027 10:00:00 GMT; Max-Age=31449600; Path=/; SameSite=Lax; Secure',
    ],
  ],
  // Laravel behind Cloudflare
  [
    ['Server', 'cloudflare'],
    ['Strict-Transport-Security', 'max-age=15552000; includeSubDomains; preload'],
    [
      'Set-Cookie',
      'XSRF-TOKEN=eyJpdiI6; expires=Sat, 30 Oct 2027 10:00:00 GMT; Max-Age=7200; path=/; samesite=lax',
    ],
    [
      'Set-Cookie',
      'laravel_session=eyJpdiI6; expires=Sat, 30 Oct 2027 10:00:00 GMT; Max-Age=7200; path=/; httponly; samesite=lax',
    ],
  ],
];
