import { Html, html } from '../platform/pages/html.js';

const MAX_CHARACTERS = 300;

/** Makes third-party text safe to display: isolates it from the surrounding text, limits its length, and shows every
 *  character that hides, reorders or breaks text as its code point.
 *  @param max in code points */
export function scraped(text: string, max = MAX_CHARACTERS): Html {
  const characters = [...text.slice(0, max * 2)];
  const isCut = characters.length > max || text.length > max * 2;
  const shown = isCut ? `${characters.slice(0, max - 1).join('')}…` : text;
  return html`<bdi>${visible(shown)}</bdi>`;
}

/** Like {@link scraped} for a URL, with possible line breaks between its parts. */
export function scrapedAddress(address: string, max = MAX_CHARACTERS): Html {
  return new Html(scraped(address, max).text.replaceAll(/(?<=[\w-])(?=[/?]|&amp;)/g, '<wbr>'));
}

/** Makes invisible characters visible. Keeps joiners, which emoji and several scripts need. Keeps at most three
 *  combining marks per character. */
export function visible(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\t\n\r ]+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
      character === '\u200c' || character === '\u200d' ? character : `[U+${codeOf(character)}]`,
    )
    .replaceAll(/(\p{M}{3})\p{M}+/gu, '$1');
}

function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
