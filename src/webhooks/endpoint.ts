import { parsedUrl } from '../basics/url.js';
import { isAllowedTarget, judgeTarget, type TargetPolicy } from '../engine/page-loader/target.js';

/** Checks the URL of a webhook: the rules of pages, and https unless the settings allow its host.
 *  @returns the URL, or the broken rule as the rest of a sentence: "url must …" */
export function judgeEndpoint(text: string, policy: TargetPolicy): { url: URL } | { fault: string } {
  const judged = judgeTarget(text, policy);
  if ('fault' in judged || judged.url.protocol === 'https:' || isAllowedTarget(judged.url, policy))
    return judged;
  return { fault: 'must be an https URL' };
}

/** Why a URL can't be that of a webhook.
 *  @returns the broken rule as the rest of a sentence: "url must …"; null if it can be */
export function endpointFault(text: string, policy: TargetPolicy): string | null {
  const judged = judgeEndpoint(text, policy);
  return 'fault' in judged ? judged.fault : null;
}

/** The URL of a webhook for those who may not read it: its path and query may hold a token. Origin and first segment of the
 *  path are shown. */
export function maskedEndpoint(text: string): string {
  const url = parsedUrl(text);
  if (!url) return '…';
  const [first = '', ...others] = url.pathname.slice(1).split('/');
  const isMore = others.some((segment) => segment !== '') || url.search !== '' || url.hash !== '';
  return [url.origin, ...(first === '' && isMore ? [] : [first]), ...(isMore ? ['…'] : [])].join('/');
}
