import { createHash } from 'node:crypto';

/** How long a form is not sent again where no answer comes. */
const PATIENCE_MS = 10_000;

interface Pressed {
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
}

interface Submission {
  readonly target: { readonly method: string };
  readonly submitter: Pressed | null;
  preventDefault(): void;
}

/** What the script needs of the page. This project's code runs in Node.js, without the types of browsers. */
declare const document: {
  readonly currentScript: { readonly dataset: { readonly events?: string } };
  readonly hidden: boolean;
  querySelectorAll(selector: string): Iterable<{ value: string }>;
  getElementById(id: string): { textContent: string; value: number } | null;
  addEventListener(type: 'visibilitychange', listener: () => void): void;
  addEventListener(type: 'submit', listener: (event: Submission) => void): void;
};
declare const location: { readonly href: string; reload(): void };
declare const history: { replaceState(state: null, unused: string, address: string): void };
declare function addEventListener(type: 'pageshow', listener: (event: { persisted: boolean }) => void): void;

/** An event of the stream. */
export interface ProgressEvent {
  /** From 0 to 1; null: unknown. */
  readonly fraction: number | null;
  readonly text: string;
  readonly isDone: boolean;
}

/** Runs in the browser, by itself: sends each form once, however often its button is pressed. */
function sendOnce(patienceMs: number): void {
  const sent = new Map<object, Pressed | null>();
  const release = (form: object) => {
    sent.get(form)?.removeAttribute('aria-disabled');
    sent.delete(form);
  };
  document.addEventListener('submit', (event) => {
    const { target, submitter } = event;
    if (target.method !== 'post') return;
    if (sent.has(target)) {
      event.preventDefault();
      return;
    }
    sent.set(target, submitter);
    submitter?.setAttribute('aria-disabled', 'true');
    setTimeout(() => release(target), patienceMs);
  });
  // A page that the browser kept is shown again.
  addEventListener('pageshow', ({ persisted }) => {
    [...sent.keys()].forEach(release);
    // Its forms are new ones, which are sent again on purpose.
    if (persisted) for (const field of document.querySelectorAll('[name=once]')) field.value += '.';
  });
}

/** Runs in the browser, by itself: what a form did is not said again where the page is loaded again. */
function sayOnce(): void {
  const address = new URL(location.href);
  if (!address.searchParams.has('done')) return;
  address.searchParams.delete('done');
  history.replaceState(null, '', address.href);
}

/** Runs in the browser, by itself: moves the progress of a page, and shows what became of it in the end. A hidden tab does
 *  not listen, because browsers have six connections for all tabs of a site. */
function showProgress(): void {
  const { events } = document.currentScript.dataset;
  if (events === undefined) return;
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

export const CONSOLE_SCRIPT = [
  `(${sendOnce.toString()})(${String(PATIENCE_MS)});`,
  `(${sayOnce.toString()})();`,
  `(${showProgress.toString()})();\n`,
].join('\n');
const DIGEST = createHash('sha256').update(CONSOLE_SCRIPT).digest('hex').slice(0, 12);
/** Below /console. */
export const CONSOLE_SCRIPT_FILE = `console-${DIGEST}.js`;
