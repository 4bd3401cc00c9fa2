import { type ApiKey } from '../../auth/api-key.entity.js';
import { type Scope } from '../../auth/scopes.js';
import { type ListKeysQuery } from '../../keys/dto/list-keys.dto.js';
import { type Html, html, NOTHING } from '../../platform/pages/html.js';
import { type Listing } from '../../platform/http/listing/listing.js';
import { foundText, pagination } from '../../sharing/pages/list-parts.js';
import { timeHtml } from '../../sharing/wording.js';
import { type ListQuery } from '../forms/list-query.decorator.js';
import { type Refusal } from '../forms/refusal.js';
import { type ConsoleVisit } from '../sessions/console-visit.js';
import { consolePage, may, postForm } from './console-page.js';
import { choicesField, faultAbove, textField } from './form-parts.js';

const PATH = '/console/keys';

export interface KeysPage extends ListQuery<ListKeysQuery> {
  readonly listing: Listing<ApiKey>;
  readonly refused: Refusal | null;
}

/** The keys of the account, and the form for a new one. */
export function keysPage(visit: ConsoleVisit, { query, faults, listing, refused }: KeysPage): string {
  const { sort_by, sort, per_page } = query;
  const list = { path: PATH, listing, parameters: { sort_by, sort, per_page } };
  return consolePage(visit, {
    title: 'Keys',
    faults: [...faults, faultAbove(refused, ['name', 'scopes'])],
    main: html`${foundText(list, { noun: 'key', isFiltered: false })}<div class="scroll" tabindex="0" role="region" aria-label="Keys"><table>
<thead><tr><th scope="col">Name</th><th scope="col">Key</th><th scope="col">May</th><th scope="col">Last used</th><th scope="col">Works until</th>${may(visit, 'keys:write') && html`<th scope="col">Change</th>`}</tr></thead>
<tbody>
${listing.result.rows.map((key) => row(visit, key))}</tbody></table></div>
${pagination(list)}${may(visit, 'keys:write') && newKeyForm(visit, refused)}`,
  });
}

function row(visit: ConsoleVisit, key: ApiKey): Html {
  const { id, name, prefix, lastFour, scopes, lastUsedAt, expiresAt } = key;
  const path = `${PATH}/${String(id)}`;
  return html`<tr><th scope="row">${name}</th><td><code>${prefix}…${lastFour}</code></td><td>${scopesText(scopes, visit)}</td><td>${lastUsedAt ? timeHtml(lastUsedAt) : 'never'}</td><td>${expiresAt ? timeHtml(expiresAt) : 'it is deleted'}</td>${may(visit, 'keys:write') && html`<td><div class="actions">${postForm(visit, { action: `${path}/rotate` }, html`<button class="plain" aria-label="Rotate ${name}">Rotate</button>`)}<a href="${path}/delete" aria-label="Delete ${name}">Delete</a></div></td>`}</tr>
`;
}

/** A key that may do everything that the session's may is not described scope by scope. */
function scopesText(scopes: readonly Scope[], { caller }: ConsoleVisit): string {
  const all = caller.key.scopes.every((scope) => scopes.includes(scope));
  return all && scopes.length === caller.key.scopes.length ? 'the same as yours' : scopes.join(', ');
}

function newKeyForm(visit: ConsoleVisit, refused: Refusal | null): Html {
  const { scopes } = visit.caller.key;
  return html`<h2>New key</h2>
${postForm(
  visit,
  { action: PATH, style: 'panel' },
  html`${textField({ name: 'name', label: 'Name', attributes: html` required maxlength="255"`, refused })}${choicesField(
    {
      ...{ name: 'scopes', label: 'It may', type: 'checkbox', refused },
      options: scopes.map((scope) => [scope, scope]),
      chosen: scopes,
    },
  )}<button>Create</button>
`,
)}`;
}

/** A key that was just created: its secret is shown this once. */
export function newKeyPage(
  visit: ConsoleVisit,
  {
    key,
    secret,
    overlapHours,
  }: { readonly key: ApiKey; readonly secret: string; readonly overlapHours: number | null },
): string {
  return consolePage(visit, {
    title: `Key ${key.name}`,
    main: html`<p>Copy the key now: it is shown only once.</p>
<pre tabindex="0"><code>${secret}</code></pre>
${overlapHours === null ? NOTHING : html`<p>The key that it replaces works for ${overlapHours} more hours.</p>`}
<p><a href="${PATH}">All keys</a></p>
`,
  });
}
