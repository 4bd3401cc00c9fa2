import { foldCase } from '../fold-case.js';

/** LIKE pattern that matches what contains `text`, in the spelling of {@link foldCase}; no character of `text`
 *  is a wildcard. */
export function likePattern(text: string): string {
  return `%${foldCase(text).replaceAll(/[\\%_]/g, '\\$&')}%`;
}
