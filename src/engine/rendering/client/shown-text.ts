import { type ProtocolSession } from './protocol/protocol-session.js';

/** In CSS pixels. Smaller text is not legible on phones. */
const MIN_LEGIBLE = 12;

/** Counts the characters of all text that is laid out, as Lighthouse does: of a text that takes several lines, once per
 *  line.
 *  @returns `small`: of those in a font of less than 12 px */
export async function measureText(session: ProtocolSession): Promise<{ all: number; small: number }> {
  const { documents, strings } = await session.send('DOMSnapshot.captureSnapshot', {
    computedStyles: ['font-size', 'visibility'],
  });
  const count = { all: 0, small: 0 };
  for (const { layout, textBoxes } of documents) {
    const lengths = new Map<number, number>();
    for (const index of textBoxes.layoutIndex) {
      const [fontSize, visibility] = (layout.styles[index] ?? []).map((string) => strings[string] ?? '');
      if (visibility === 'hidden') continue;
      const length = lengths.get(index) ?? lengthOf(strings[layout.text[index] ?? -1]);
      lengths.set(index, length);
      count.all += length;
      if (!(Number.parseFloat(fontSize ?? '') >= MIN_LEGIBLE)) count.small += length;
    }
  }
  return count;
}

function lengthOf(text = ''): number {
  return Array.from(text.trim()).length;
}
