import { randomUUID } from 'node:crypto';
import { type Caller } from '../../auth/caller.js';
import { type Scope } from '../../auth/scopes.js';
import { type Html, html, NOTHING } from '../../platform/pages/html.js';
import { htmlPage } from '../../platform/pages/html-page.js';
import { ICON_PATH } from '../../platform/pages/style.js';
import { type ListPage, listTitle } from '../../presentation/list-parts.js';
import { FORM_TOKEN } from '../forms/form.interceptor.js';
import { ONCE } from '../forms/once.js';
import { VERSION } from '../forms/version.js';
import { CONSOLE_SCRIPT_FILE } from '../script/console-script.js';
import { type ConsoleVisit } from '../sessions/console-visit.js';

/** After which what is in progress is shown anew where no script runs. */
const RELOAD_SECONDS = 2;

interface Room {
  readonly path: string;
  readonly name: string;
  readonly scope: Scope | null;
}

const ROOMS: readonly Room[] = [
  { path: '/console', name: 'Home', scope: null },
  { path: '/console/reports', name: 'Reports', scope: 'reports:read' },
  { path: '/console/websites', name: 'Websites', scope: 'websites:read' },
  { path: '/console/crawls', name: 'Crawls', scope: 'crawls:read' },
  { path: '/console/monitors', name: 'Monitors', scope: 'monitors:read' },
  { path: '/console/webhooks', name: 'Webhooks', scope: 'webhooks:read' },
  { path: '/console/keys', name: 'Keys', scope: 'keys:read' },
  { path: '/console/audit-log', name: 'Audit log', scope: 'keys:read' },
  { path: '/console/usage', name: 'Usage', scope: 'keys:read' },
  { path: '/console/settings', name: 'Settings', scope: null },
];

/** What a form did, by the code in the address that it led to. */
const DONE: Readonly<Record<string, string>> = {
  'report-begun': 'The page is being audited. This key may not see the report.',
  'crawl-begun': 'The website is being audited. This key may not see the crawl.',
  'report-deleted': 'The report was deleted.',
  'brand-saved': 'The brand was saved.',
  'logo-saved': 'The logo was saved.',
  'logo-deleted': 'The logo was deleted.',
  'crawl-deleted': 'The crawl was deleted.',
  'key-saved': 'The key was saved.',
  'key-deleted': 'The key was deleted.',
  'monitor-created': 'The monitor was created. It runs by its schedule; Run now starts it at once.',
  'monitor-saved': 'The monitor was saved.',
  'monitor-paused': 'The monitor is paused. Resume starts its schedule again.',
  'monitor-resumed': 'The monitor runs by its schedule again.',
  'monitor-run': 'The monitor runs. This key may not see what it audits.',
  'monitor-deleted': 'The monitor was deleted.',
  'webhook-saved': 'The webhook was saved.',
  'webhook-disabled': 'The webhook is off: no events are sent, and none are kept for later.',
  'webhook-enabled': 'The webhook is on: events are sent from now on.',
  'webhook-deleted': 'The webhook was deleted.',
  'event-queued': 'The event is being sent. Reload in a few seconds to see how it went.',
  'website-deleted': 'The website was deleted. Its reports are being deleted.',
  sharing: 'The sharing settings were saved.',
  'share-url': 'The website has a new share link. The old one works no more.',
};

/** What the frame of a screen, and its forms, are made of. */
export type Frame = Pick<ConsoleVisit, 'formToken' | 'path' | 'done'> & { readonly caller: Caller };

export interface ConsolePage {
  readonly title: string;
  /** What it lists page by page, which its title says too; null: nothing. */
  readonly list?: ListPage | null;
  readonly main: Html;
  /** Default: the title. */
  readonly heading?: Html;
  /** Path of the stream that says how far what is shown is; null: it is done. */
  readonly progress?: string | null;
  /** Why a form, or what the address asks for, was not accepted; null: there is nothing to say. */
  readonly faults?: readonly (Html | string | null)[];
}

/** A screen of the console, with links to all others that the key may see. */
export function consolePage(
  visit: Frame,
  { title, list = null, main, heading, progress = null, faults = [] }: ConsolePage,
): string {
  const done = visit.done !== null && Object.hasOwn(DONE, visit.done) ? DONE[visit.done] : undefined;
  return htmlPage({
    title: list ? listTitle(list, title) : title,
    description: title,
    head: scriptOf(progress),
    header: headerOf(visit),
    footer: NOTHING,
    heading: html`${done !== undefined && html`<p class="notice" role="status">${done}</p>`}${faultNotice(faults)}${heading ?? html`<h1>${title}</h1>`}`,
    main,
  });
}

export function faultNotice(faults: readonly (Html | string | null)[]): Html {
  const sentences = faults.filter((fault) => fault !== null);
  if (sentences.length === 0) return NOTHING;
  return html`<p class="notice bad" role="alert" id="fault">${sentences.map((sentence, at) => html`${at > 0 && ' '}${sentence}`)}</p>
`;
}

export function may({ caller }: Pick<Frame, 'caller'>, scope: Scope): boolean {
  return caller.key.scopes.includes(scope);
}

export interface PostForm {
  readonly action: string;
  readonly style?: string;
  /** Whether it sends a file. */
  readonly hasFile?: boolean;
  /** Of the record that it changes. */
  readonly version?: string;
  /** Whether it does nothing when a browser sends it again. */
  readonly isOnce?: boolean;
  /** Address of the page of a list to which it leads. */
  readonly next?: string;
}

/** A form that changes something. */
export function postForm(
  { formToken }: Pick<Frame, 'formToken'>,
  { action, style = '', hasFile = false, version, isOnce = false, next }: PostForm,
  content: Html,
): Html {
  return html`<form method="post" action="${action}"${hasFile && html` enctype="multipart/form-data"`}${style !== '' && html` class="${style}"`}>
${hiddenInputs({ [FORM_TOKEN]: formToken, [VERSION]: version, [ONCE]: isOnce ? randomUUID() : undefined, next })}
${content}</form>
`;
}

/** By name. Of a list, each value is sent by itself; undefined ones are not sent. */
export type HiddenFields = Readonly<Record<string, string | number | readonly string[] | undefined>>;

export interface PostButton extends Pick<PostForm, 'action' | 'isOnce'> {
  readonly words: string;
  /** Of the button. */
  readonly style?: string;
  /** Says what it is about where there are several. */
  readonly label?: string;
  /** What it sends. */
  readonly fields?: HiddenFields;
}

/** A {@link postForm} of one button. */
export function postButton(
  visit: Pick<Frame, 'formToken'>,
  { action, words, style = '', label = '', fields = {}, isOnce }: PostButton,
): Html {
  return postForm(
    visit,
    { action, isOnce },
    html`${hiddenInputs(fields)}<button${style !== '' && html` class="${style}"`}${label !== '' && html` aria-label="${label}"`}>${words}</button>
`,
  );
}

export function hiddenInputs(fields: HiddenFields): Html[] {
  const input = (name: string, value: string | number) =>
    html`<input type="hidden" name="${name}" value="${value}">`;
  return Object.entries(fields).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return typeof value === 'object' ? value.map((one) => input(`${name}[]`, one)) : input(name, value);
  });
}

/** Without scripts, what is in progress is loaded again and again. */
function scriptOf(events: string | null): Html {
  return html`<script src="/console/${CONSOLE_SCRIPT_FILE}" defer${events !== null && html` data-events="${events}"`}></script>
${
  events !== null &&
  html`<noscript><meta http-equiv="refresh" content="${RELOAD_SECONDS}"></noscript>
`
}`;
}

/** The room that is shown, or that what is shown belongs to. */
function currentOf({ path: shown }: Frame, room: string): Html {
  if (shown === room) return html` aria-current="page"`;
  return room !== '/console' && shown.startsWith(`${room}/`) ? html` aria-current="true"` : NOTHING;
}

function headerOf(visit: Frame): Html {
  const rooms = ROOMS.filter(({ scope }) => scope === null || may(visit, scope));
  const signOut = postButton(visit, { action: '/console/sign-out', words: 'Sign out', style: 'plain' });
  return html`<a class="brand" href="/console"><img src="${ICON_PATH}" alt="" width="24" height="24">Pagegrade</a>
<nav aria-label="Console">${rooms.map(({ path, name }) => html`<a href="${path}"${currentOf(visit, path)}>${name}</a> `)}</nav>
<div class="account"><span class="quiet">${visit.caller.account.name}, key ${visit.caller.key.name}</span>${signOut}</div>`;
}
