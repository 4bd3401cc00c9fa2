import { parsedUrl } from '../../basics/url.js';

const HERE = 'http://here';
const HOME = '/console';

/** Where to continue after the sign-in: an address within the console, whatever was sent. */
export function nextAddress(next: string | undefined): string {
  const url = next === undefined ? null : parsedUrl(next, HERE);
  if (url?.origin !== HERE || url.username !== '') return HOME;
  const { pathname, search } = url;
  const isWithin = pathname === HOME || /^\/console\/(?!\/)[^\\]*$/.test(pathname);
  return isWithin && !pathname.startsWith('/console/sign-') ? pathname + search : HOME;
}
