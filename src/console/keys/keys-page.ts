import { type ApiKey } from '../../auth/api-key.entity.js';
import { type Scope } from '../../auth/scopes.js';
import { type ListKeysQuery } from '../../keys/dto/list-keys.dto.js';
import { type NewApiKey } from '../../keys/key.view.js';
import { RotateKeyBody } from '../../keys/dto/rotate-key.dto.js';
import { type Html, html, NOTHING } from '../../platform/pages/html.js';
import { type Listing } from '../../platform/http/listing/listing.js';
import { foundText, pagination, rowsOrNotice } from '../../presentation/list-parts.js';
import { dayText, timeHtml } from '../../presentation/wording.js';
import { inDays, LIFETIMES, NEVER, shownOf } from './key-form.js';
import { type ListQuery } from '../forms/list-query.decorator.js';
import { type Refusal } from '../forms/refusal.js';
import { versionFor } from '../forms/version.js';
import { type ConsoleVisit } from '../sessions/console-visit.js';
import { confirmPage } from '../pages/confirm-page.js';
import { consolePage, may, postForm } from '../pages/console-page.js';
import { choicesField, faultAbove, type Option, selectField, textField } from '../pages/form-parts.js';
import { shownOnce } from '../pages/shown-once.js';

const PATH = '/console/keys';
const HOUR_MS = 60 * 60 * 1000;
const FIELDS = ['name', 'expires_at', 'scopes'];

export interface KeysPage extends ListQuery<ListKeysQuery> {
  readonly listing: Listing<ApiKey>;
  /** Of the form for a new key. */
  readonly refused: Refusal | null;
  /** Why a key was not rotated or deleted. */
  readonly failed: Refusal | null;
}

/** The keys of the account, and the form for a new one. */
export function keysPage(visit: ConsoleVisit, page: KeysPage): string {
  const { query, faults, listing, refused, failed } = page;
  const list = { path: PATH, listing, query };
  return consolePage(visit, {
    title: 'Keys',
    list,
    faults: [...faults, faultAbove(refused, FIELDS), faultAbove(failed, [])],
    main: html`${foundText(list, 'key')}${rowsOrNotice(list, table(visit, listing.result.rows), NOTHING)}${pagination(list)}${may(visit, 'keys:write') && newKeyForm(visit, refused)}`,
  });
}

function table(visit: ConsoleVisit, keys: readonly ApiKey[]): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Keys"><table>
<thead><tr><th scope="col">Name</th><th scope="col">Key</th><th scope="col">May</th><th scope="col">Last used</th><th scope="col">Works until</th>${may(visit, 'keys:write') && html`<th scope="col">Change</th>`}</tr></thead>
<tbody>
${keys.map((key) => row(visit, key))}</tbody></table></div>
`;
}

function row(visit: ConsoleVisit, key: ApiKey): Html {
  const { id, name, prefix, lastFour, scopes, lastUsedAt, expiresAt } = key;
  const path = `${PATH}/${String(id)}`;
  const which = `${name} …${lastFour}`;
  // A key changes none that may do more.
  const isChangeable = scopes.every((scope) => may(visit, scope));
  return html`<tr><th scope="row">${name}${id === visit.caller.key.id && html` <span class="quiet">this session</span>`}</th><td><code>${prefix}…${lastFour}</code></td><td>${scopesText(scopes, visit)}</td><td>${lastUsedAt ? timeHtml(lastUsedAt) : 'never'}</td><td>${expiresAt ? html`${timeHtml(expiresAt)}${expiresAt <= new Date() && ' (expired)'}` : 'it is deleted'}</td>${may(visit, 'keys:write') && html`<td>${isChangeable && html`<div class="actions"><a href="${path}/rotate" aria-label="Rotate ${which}">Rotate</a><a href="${path}/edit" aria-label="Edit ${which}">Edit</a><a href="${path}/delete" aria-label="Delete ${which}">Delete</a></div>`}</td>`}</tr>
`;
}

/** A key that may do everything that the session's may is not described scope by scope. */
function scopesText(scopes: readonly Scope[], { caller }: ConsoleVisit): string {
  const all = caller.key.scopes.every((scope) => scopes.includes(scope));
  return all && scopes.length === caller.key.scopes.length ? 'the same as yours' : scopes.join(', ');
}

function newKeyForm(visit: ConsoleVisit, refused: Refusal | null): Html {
  const { scopes, expiresAt } = visit.caller.key;
  const longest: Option = expiresAt ? ['', `Yours ends: ${dayText(expiresAt)}`] : [NEVER, 'It is deleted'];
  return html`<h2>New key</h2>
${postForm(
  visit,
  { action: PATH, style: 'panel', isOnce: true },
  html`${keyFields(visit, { name: '', scopes, lifetimes: [longest], refused })}<button>Create</button>
`,
)}`;
}

const OF_SESSION = html`<p class="notice">You are signed in with this key. What you take from it, it can’t give itself back: another key has to.</p>
`;

/** The form that changes a key. */
export function editKeyPage(visit: ConsoleVisit, key: ApiKey, refused: Refusal | null): string {
  const { id, name, prefix, lastFour, scopes, expiresAt } = key;
  const asItIs: Option = ['', expiresAt ? `As it is: ${dayText(expiresAt)}` : 'As it is: it is deleted'];
  const never: Option = [NEVER, 'It is deleted'];
  const list = visit.listBefore(PATH);
  const lifetimes = expiresAt && !visit.caller.key.expiresAt ? [asItIs, never] : [asItIs];
  return consolePage(visit, {
    title: `Edit key ${name}`,
    faults: [faultAbove(refused, FIELDS)],
    heading: html`<p class="crumbs"><a href="${PATH}">Keys</a> / ${name}</p>
<h1>Edit key ${name}</h1>
<p><code>${prefix}…${lastFour}</code></p>
${id === visit.caller.key.id && OF_SESSION}`,
    main: html`${postForm(
      visit,
      {
        ...{ action: `${PATH}/${String(id)}/edit`, style: 'panel' },
        ...{ version: versionFor(shownOf(key), refused), next: list },
      },
      html`${keyFields(visit, { name, scopes, lifetimes, refused })}<button>Save</button>
`,
    )}<p><a href="${list}">Leave it as it is</a></p>
`,
  });
}

interface KeyFields {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** What is offered beside the lifetimes in days, first the default. */
  readonly lifetimes: readonly Option[];
  readonly refused: Refusal | null;
}

function keyFields({ caller: { key } }: ConsoleVisit, { name, scopes, lifetimes, refused }: KeyFields): Html {
  const offered = LIFETIMES.filter(
    ([days]) => key.expiresAt === null || key.expiresAt > inDays(Number(days)),
  );
  return html`${textField({
    ...{ name: 'name', label: 'Name', value: name, refused },
    attributes: html` required maxlength="255"`,
  })}${selectField({
    ...{ name: 'expires_at', label: 'Works until', refused },
    options: [...lifetimes, ...offered],
  })}${choicesField({
    ...{ name: 'scopes', label: 'It may', type: 'checkbox', refused },
    options: key.scopes.map((scope) => [scope, scope]),
    chosen: scopes,
  })}`;
}

export function rotateKeyPage(
  visit: ConsoleVisit,
  { id, name, prefix, lastFour, expiresAt }: ApiKey,
): string {
  const isOwn = id === visit.caller.key.id;
  const overlapEnd = Date.now() + new RotateKeyBody().overlap_hours * HOUR_MS;
  const worksUntil = new Date(Math.min(overlapEnd, expiresAt?.getTime() ?? Infinity));
  return confirmPage(visit, {
    title: `Rotate the key ${name}?`,
    consequence: html`A new key takes its place, and is shown once. <code>${prefix}…${lastFour}</code> works until ${timeHtml(worksUntil)}.${expiresAt !== null && html` The new key works until ${timeHtml(expiresAt)}, as this one would have.`}${isOwn && ' You are signed in with it: you will be signed out then.'}`,
    path: `${PATH}/${String(id)}`,
    action: 'rotate',
    words: 'Rotate',
    keep: 'Keep the key',
    back: PATH,
    isOnce: true,
  });
}

export function deleteKeyPage(visit: ConsoleVisit, { id, name, prefix, lastFour }: ApiKey): string {
  const isOwn = id === visit.caller.key.id;
  return confirmPage(visit, {
    title: `Delete the key ${name}?`,
    consequence: html`<code>${prefix}…${lastFour}</code>: programs that use it are refused from now on, and people who signed in with it are signed out.${isOwn && ' You are signed in with this key: you will be signed out.'}`,
    path: `${PATH}/${String(id)}`,
    back: visit.listBefore(PATH),
  });
}

/** A key that was just created: its secret is shown this once, and not to a form that is sent again. */
export function newKeyPage(
  visit: ConsoleVisit,
  { key, secret }: NewApiKey,
  replacedUntil: Date | null = null,
): string {
  return consolePage(visit, {
    title: `Key ${key.name}`,
    main: html`${shownOnce(
      secret,
      html`Copy the key now: it is shown only once.`,
      html`This key was created before, and shown then. If it was not copied, <a href="${PATH}/${key.id}/rotate">rotate it</a>.`,
    )}${replacedUntil !== null && html`<p>The key that it replaces works until ${timeHtml(replacedUntil)}.</p>`}${key.expiresAt !== null && html`<p>This key works until ${timeHtml(key.expiresAt)}. Edit can change that.</p>`}
<p><a href="${PATH}">All keys</a></p>
`,
  });
}
