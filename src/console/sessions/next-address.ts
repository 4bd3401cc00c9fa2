import { parsedUrl } from '../../basics/url.js';

const HERE = 'http://here';
const HOME = '/console';
const MAX_LENGTH = 4000;

/** Where to continue after the sign-in: an address within the console, whatever was sent. */
export function nextAddress(next: unknown): string {
  const url = typeof next === 'string' ? parsedUrl(next, HERE) : null;
  if (url?.origin !== HERE || url.username !== '') return HOME;
  // What was done before is not done again.
  if (url.searchParams.has('done')) url.searchParams.delete('done');
  const { pathname, search } = url;
  const isWithin = pathname === HOME || /^\/console\/(?!\/)[^\\]*$/.test(pathname);
  const address = pathname + search;
  const isTaken = address.length <= MAX_LENGTH && !pathname.startsWith('/console/sign-');
  return isWithin && isTaken ? address : HOME;
}

/** Address of a page of a list, whatever was sent.
 *  @param list path of its first page */
export function listAddress(next: unknown, list: string): string {
  const address = nextAddress(next);
  return address.startsWith(`${list}?`) ? address : list;
}
