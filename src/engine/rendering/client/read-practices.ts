import {
  type BestPracticesFault,
  type BestPracticesRun,
  type PracticeFacts,
} from '../../audit/parity/best-practices.js';
import { TOO_LONG } from '../message-reader.js';
import { type PageScripts } from './page-scripts.js';
import { type PracticesWatch } from './practices-watch.js';
import { measureText } from './shown-text.js';
import { type ProtocolSession } from './protocol/protocol-session.js';

/** Characters of a document whose text is measured: the browser sends all of it once more. */
const MAX_CHARACTERS = 5_000_000;
const NO_TEXT = { all: 0, small: 0 };

type ImagesRead = Pick<PracticeFacts, 'viewport' | 'images'>;
type InputsRead = Pick<PracticeFacts, 'preventsPaste' | 'hasInlineIcon'>;

/** A page at rest. */
export interface RestingPage {
  readonly session: ProtocolSession;
  readonly scripts: PageScripts;
  /** Runs a script in an isolated world of the page. */
  readonly evaluate: <T>(expression: string) => Promise<T>;
}

/** Reads what Lighthouse's category best practices needs of a page at rest: first {@link readImages}, then
 *  {@link readRest}, which may change the page. */
export class PracticesReading {
  private images: ImagesRead | null = null;

  constructor(
    private readonly page: RestingPage,
    private readonly watch: PracticesWatch,
  ) {}

  async readImages(): Promise<void> {
    const { evaluate, scripts } = this.page;
    this.images = await evaluate<ImagesRead | null>(scripts.images([...this.watch.svgFiles]));
  }

  /** @param characters of the document
   *  @param isPhone whether the sizes of text count */
  async readRest({
    characters,
    isPhone,
  }: {
    readonly characters: number;
    readonly isPhone: boolean;
  }): Promise<BestPracticesRun> {
    const { session, evaluate, scripts } = this.page;
    if (this.watch.isIncomplete) return without('too_many_messages');
    if (!this.images || characters > MAX_CHARACTERS) return without('too_large');
    const text = isPhone ? await measureText(session).catch(nullIfTooLong) : NO_TEXT;
    if (!text) return without('too_large');
    const inputs = await evaluate<InputsRead>(scripts.inputs);
    return { facts: { ...this.watch.seen, ...this.images, ...inputs, text }, fault: null };
  }
}

function nullIfTooLong(error: unknown): null {
  if (String(error).endsWith(TOO_LONG)) return null;
  throw error;
}

function without(fault: BestPracticesFault): BestPracticesRun {
  return { facts: null, fault };
}
