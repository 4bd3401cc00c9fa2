import { type ApiKey } from '../../auth/api-key.entity.js';
import { CreateKeyBody } from '../../keys/dto/create-key.dto.js';
import { UpdateKeyBody } from '../../keys/dto/update-key.dto.js';
import { type Fields } from '../../platform/http/input/input.js';
import { chosenOf } from '../forms/chosen.js';
import { type FormRules } from '../forms/form.decorator.js';
import { emptied } from '../forms/required.js';
import { type Shown } from '../forms/version.js';

/** Lifetimes that a form offers, in days. */
export const LIFETIMES = [
  ['30', '30 days from now'],
  ['90', '90 days from now'],
  ['365', 'A year from now'],
] as const;
export const NEVER = 'never';
const DAY_MS = 86_400_000;

export const NEW_KEY: FormRules<CreateKeyBody> = { dto: CreateKeyBody, fieldsOf };

export const EDITED_KEY: FormRules<UpdateKeyBody> = {
  dto: UpdateKeyBody,
  fieldsOf,
  faultsOf: (typed) => emptied(typed, ['name']),
};

/** What the form changes. */
export function shownOf({ name, scopes, expiresAt }: ApiKey): Shown {
  return { name, scopes, expires_at: expiresAt };
}

function fieldsOf(typed: Fields): Fields {
  return { ...typed, scopes: chosenOf(typed, 'scopes'), expires_at: expiryOf(typed.expires_at) };
}

/** The end of a lifetime that is offered; null: never. What is none is for the API to judge. */
function expiryOf(lifetime: unknown): unknown {
  if (lifetime === NEVER) return null;
  const isOffered = LIFETIMES.some(([days]) => days === lifetime);
  return isOffered ? inDays(Number(lifetime)).toISOString() : lifetime;
}

export function inDays(days: number): Date {
  return new Date(Date.now() + days * DAY_MS);
}
