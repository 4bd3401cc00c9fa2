/** Advance widths of Arial from U+0020 to U+007E, in thousandths of the font size.
 *  @see https://learn.microsoft.com/en-us/typography/font-list/arial */
const ASCII_WIDTHS = (
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 ' +
  '1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 ' +
  '333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584'
)
  .split(' ')
  .map(Number);

const OTHER_WIDTH = 556;
const FULL_WIDTH = 1000;
const FULL_WIDTH_CHARACTERS =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;
const WITHOUT_WIDTH = /\p{M}|\p{Cf}/u;

/** Estimated width of a line of Arial.
 *  @returns CSS pixels */
export function textWidth(text: string, fontSizePx: number): number {
  let thousandths = 0;
  for (const character of text.slice(0, 5000)) thousandths += widthOf(character);
  return Math.round((thousandths * fontSizePx) / 1000);
}

function widthOf(character: string): number {
  const ascii = ASCII_WIDTHS[(character.codePointAt(0) ?? 0) - 0x20];
  if (ascii !== undefined) return ascii;
  if (WITHOUT_WIDTH.test(character)) return 0;
  return FULL_WIDTH_CHARACTERS.test(character) ? FULL_WIDTH : OTHER_WIDTH;
}
