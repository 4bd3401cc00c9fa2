import { type Html, html, NOTHING } from '../../platform/pages/html.js';
import { type Refusal, textOf } from '../forms/refusal.js';

/** Also where what was typed is a secret: it is never shown again. */
type InputType = 'text' | 'url' | 'number' | 'password';
export type Option = readonly [value: string, text: string];

interface Field {
  readonly name: string;
  readonly label: string;
  /** What the form is shown again for; null: it is new. */
  readonly refused: Refusal | null;
  /** What people should know before they fill it in. */
  readonly hint?: string;
}

export interface TextField extends Field {
  readonly type?: InputType;
  /** What is stored. */
  readonly value?: string;
  /** Further ones of the input. */
  readonly attributes?: Html;
}

/** A labelled input with what is wrong with it. */
export function textField(field: TextField): Html {
  const { name, label, type = 'text', value = '', attributes = NOTHING, refused } = field;
  return html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}"${type !== 'password' && html` value="${shownIn(field, value)}"`}${attributes}${describedBy(field)}>
${hintOf(field)}${faultOf(refused, name, label)}`;
}

/** A labelled area for a list of texts, one a line, with what is wrong with it. */
export function linesField(field: Field & { readonly value: readonly string[] }): Html {
  const { name, label, value, refused } = field;
  const typed = refused && name in refused.typed ? refused.typed[name] : value;
  const lines = [typed]
    .flat()
    .filter((line) => typeof line === 'string')
    .join('\n');
  return html`<label for="${name}">${label}</label>
<textarea id="${name}" name="${name}" rows="3"${describedBy(field)}>
${lines}</textarea>
${hintOf(field)}${faultOf(refused, name, label)}`;
}

/** The {@link textField} of a URL. */
export function addressField(field: Pick<TextField, 'name' | 'label' | 'value' | 'refused'>): Html {
  const attributes = html` required maxlength="2048" placeholder="https://example.com/"`;
  return textField({ ...field, type: 'url', attributes });
}

/** A labelled choice of a file with what is wrong with it. A browser never fills it in again. */
export function fileField(field: Field & { readonly accept: string }): Html {
  const { name, label, accept, refused } = field;
  return html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="file" required accept="${accept}"${describedBy(field)}>
${hintOf(field)}${faultOf(refused, name, label)}`;
}

/** A labelled select with what is wrong with it. */
export function selectField(
  field: Field & { readonly options: readonly Option[]; readonly value?: string },
): Html {
  const { name, label, options, value, refused } = field;
  return html`<label for="${name}">${label}</label>
<select id="${name}" name="${name}"${describedBy(field)}>${optionsOf(options, shownIn(field, value))}</select>
${hintOf(field)}${faultOf(refused, name, label)}`;
}

/** What was typed; what is stored where the form that was sent does not have the field. */
function shownIn<Stored>({ name, refused }: Field, stored: Stored): string | Stored {
  return refused && name in refused.typed ? textOf(refused.typed, name) : stored;
}

/** The options of a select. */
export function optionsOf(options: readonly Option[], chosen: string | undefined): Html[] {
  return options.map(
    ([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}`,
  );
}

export interface ChoicesField extends Omit<Field, 'hint'> {
  readonly type: 'radio' | 'checkbox';
  readonly options: readonly Option[];
  /** What is stored. */
  readonly chosen: readonly string[];
}

/** Radio buttons or checkboxes of one name, with what is wrong with them. */
export function choicesField({ name, label, type, options, chosen, refused }: ChoicesField): Html {
  const typed = refused ? [refused.typed[name]].flat() : chosen;
  const sent = type === 'checkbox' ? `${name}[]` : name;
  return html`<fieldset${isFaulty(refused, name) && html` id="${name}" tabindex="-1" aria-describedby="${name}-fault"`}><legend>${label}</legend>
${options.map(
  ([value, text]) =>
    html`<div class="choice"><input type="${type}" id="${name}-${value}" name="${sent}" value="${value}"${typed.includes(value) && html` checked`}><label for="${name}-${value}">${text}</label></div>
`,
)}${faultOf(refused, name, label)}</fieldset>
`;
}

/** What stands above a form that is shown again: what is wrong with none of its fields, or a link to the first of them that
 *  says it.
 *  @param fields names of those that it shows, in order */
export function faultAbove(refused: Refusal | null, fields: readonly string[]): Html | string | null {
  if (!refused) return null;
  const elsewhere = Object.entries(refused.errors).filter(([name]) => !fields.includes(fieldOf(name)));
  if (elsewhere.length > 0) return elsewhere.flatMap(([, sentences]) => sentences).join(' ');
  const first = fields.find((name) => isFaulty(refused, name));
  return first === undefined
    ? refused.sentence
    : html`<a href="#${first}" autofocus>What to correct stands below its field.</a>`;
}

/** What is wrong with a field, to stand below it.
 *  @param label by which people know it; missing: by its name */
export function faultOf(refused: Refusal | null, name: string, label?: string): Html {
  const sentences = sentencesOf(refused, name);
  if (sentences.length === 0) return NOTHING;
  const named = sentences.map((sentence) =>
    label === undefined ? sentence : labelled(sentence, { [name]: label }),
  );
  return html`<p class="fault" id="${name}-fault">${named.join(' ')}</p>
`;
}

/** A sentence of the API that begins with the name of a field, with the field's label in its place.
 *  @param labels by name */
export function labelled(sentence: string, labels: Readonly<Record<string, string>>): string {
  return sentence.replace(/^\w+(?= )/, (name) =>
    Object.hasOwn(labels, name) ? `"${labels[name] ?? ''}"` : name,
  );
}

function describedBy({ name, refused, hint }: Field): Html {
  const fault = isFaulty(refused, name);
  const ids = [hint !== undefined && `${name}-hint`, fault && `${name}-fault`].filter((id) => id !== false);
  if (ids.length === 0) return NOTHING;
  return html` aria-describedby="${ids.join(' ')}"${fault && html` aria-invalid="true"`}`;
}

function hintOf({ name, hint }: Field): Html {
  if (hint === undefined) return NOTHING;
  return html`<p class="quiet" id="${name}-hint">${hint}</p>
`;
}

function isFaulty(refused: Refusal | null, name: string): boolean {
  return sentencesOf(refused, name).length > 0;
}

function sentencesOf(refused: Refusal | null, name: string): readonly string[] {
  return Object.entries(refused?.errors ?? {}).flatMap(([of, sentences]) =>
    fieldOf(of) === name ? sentences : [],
  );
}

/** A fault may be of a part: `events[0]`. */
function fieldOf(parameter: string): string {
  return parameter.split(/[.[]/)[0] ?? '';
}
