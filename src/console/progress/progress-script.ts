import { createHash } from 'node:crypto';

/** What the script needs of the page. This project's code runs in Node.js, without the types of browsers. */
declare const document: {
  readonly currentScript: { readonly dataset: { readonly events: string } };
  readonly hidden: boolean;
  getElementById(id: string): { textContent: string; value: number } | null;
  addEventListener(type: 'visibilitychange', listener: () => void): void;
};
declare const location: { reload(): void };

/** An event of the stream. */
export interface ProgressEvent {
  /** From 0 to 1; null: unknown. */
  readonly fraction: number | null;
  readonly text: string;
  readonly isDone: boolean;
}

/** Runs in the browser, by itself: moves the progress of a page, and shows what became of it in the end. A hidden tab does
 *  not listen, because browsers have six connections for all tabs of a site. */
function showProgress(): void {
  const { events } = document.currentScript.dataset;
  const bar = document.getElementById('progress');
  const line = document.getElementById('progress-text');
  let source: EventSource | null = null;
  const listen = () => {
    source?.close();
    source = document.hidden ? null : new EventSource(events);
    source?.addEventListener('message', ({ data }) => {
      const { fraction, text, isDone } = JSON.parse(String(data)) as ProgressEvent;
      if (isDone) location.reload();
      if (bar !== null && fraction !== null) bar.value = fraction;
      if (line !== null) line.textContent = text;
    });
    source?.addEventListener('error', () => {
      // The stream is refused: it says why to who asks for the page.
      if (source?.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 5000);
    });
  };
  document.addEventListener('visibilitychange', listen);
  listen();
}

export const PROGRESS_SCRIPT = `(${showProgress.toString()})();\n`;
const DIGEST = createHash('sha256').update(PROGRESS_SCRIPT).digest('hex').slice(0, 12);
/** Below /console. */
export const PROGRESS_SCRIPT_FILE = `progress-${DIGEST}.js`;
