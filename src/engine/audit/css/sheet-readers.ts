import { type Dom } from '../dom/dom.js';
import { type Vocabulary } from './declarations.js';
import { layoutWidth } from './layout-width.js';
import { Phone } from './phone.js';
import { SheetReader } from './read-sheet.js';

const MAX_READERS = 3;

/** Readers of style sheets by quirks mode and layout width, which are the same for most documents. */
export class SheetReaders<P extends string> {
  private readonly readers = new Map<string, SheetReader<P>>();

  constructor(private readonly vocabulary: Vocabulary<P>) {}

  for(dom: Dom): SheetReader<P> {
    const isQuirky = dom.mode === 'quirks';
    const width = layoutWidth(dom);
    const key = `${String(isQuirky)} ${String(width)}`;
    const reader = this.readers.get(key) ?? new SheetReader(this.vocabulary, isQuirky, new Phone(width));
    this.readers.delete(key);
    this.readers.set(key, reader);
    const [oldest] = this.readers.keys();
    if (this.readers.size > MAX_READERS && oldest !== undefined) this.readers.delete(oldest);
    return reader;
  }
}
