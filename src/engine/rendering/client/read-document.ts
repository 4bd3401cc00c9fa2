import { randomBytes } from 'node:crypto';
import { type ClientEvent } from '../client-messages.js';
import { RenderError } from '../render-error.js';
import { noteListeners } from './listeners.js';
import { PART_CHARACTERS, type PageScripts } from './page-scripts.js';
import { type ProtocolSession } from './protocol/protocol-session.js';
import { type PageLoad } from './page-load.js';
import { type TimedPage } from './timed-page.js';

interface DocumentTools {
  readonly session: ProtocolSession;
  readonly timed: TimedPage;
  readonly loading: Pick<PageLoad, 'documentUrl'>;
  readonly scripts: PageScripts;
  readonly tell: (event: ClientEvent) => void;
}

/** What `page-scripts/collect.js` returns. */
interface Collected {
  readonly characters: number;
  readonly html: string;
  readonly url: string;
}

/** Serializes the document of a page with marks, which it does not keep, and tells of it in parts.
 *  @returns its length
 *  @throws RenderError `page_too_large`, `page_not_loaded` */
export async function readDocument({
  session,
  timed,
  loading,
  scripts,
  tell,
}: DocumentTools): Promise<number> {
  await listenersNoted({ session, timed, scripts });
  const mark = `data-${randomBytes(6).toString('hex')}`;
  timed.beginReading();
  const collected = await timed.evaluate<Collected | { isTooLarge: true }>(scripts.collect(mark));
  if (!('characters' in collected))
    throw new RenderError('page_too_large', 'The rendered document is too large to be audited.');
  if (!/^https?:/.test(collected.url))
    throw new RenderError(
      'page_not_loaded',
      'The page was replaced by something that is not a page of a website or can’t be loaded.',
    );
  tell({ event: 'html', text: collected.html });
  for (let start = PART_CHARACTERS; start < collected.characters; start += PART_CHARACTERS) {
    const end = start + PART_CHARACTERS;
    const text = await timed.evaluate<string>(`pagegradeHtml.slice(${String(start)}, ${String(end)})`);
    tell({ event: 'html', text });
  }
  tell({ event: 'document', url: collected.url, documentUrl: loading.documentUrl, mark });
  return collected.characters;
}

/** Where they can't be read, the handlers in the markup count. */
async function listenersNoted({
  session,
  timed,
  scripts,
}: Omit<DocumentTools, 'tell' | 'loading'>): Promise<void> {
  const noting = timed.world().then((world) => noteListeners(session, world, scripts.placeholders));
  await timed.within(noting).catch(() => undefined);
}
