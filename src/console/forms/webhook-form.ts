import { type Fields } from '../../platform/http/input/input.js';
import { CreateWebhookBody } from '../../webhooks/dto/create-webhook.dto.js';
import { UpdateWebhookBody } from '../../webhooks/dto/update-webhook.dto.js';
import { chosenOf } from './chosen.js';
import { type FormRules } from './form.decorator.js';
import { textOf } from './refusal.js';
import { emptied } from './required.js';

export const NEW_WEBHOOK: FormRules<CreateWebhookBody> = { dto: CreateWebhookBody, fieldsOf };

/** A description that is left empty is removed. */
export const EDITED_WEBHOOK: FormRules<UpdateWebhookBody> = {
  dto: UpdateWebhookBody,
  fieldsOf: (typed) => ({
    ...fieldsOf(typed),
    description: textOf(typed, 'description').trim() === '' ? null : typed.description,
  }),
  faultsOf: (typed) => emptied(typed, ['url']),
};

function fieldsOf(typed: Fields): Fields {
  return { ...typed, events: chosenOf(typed, 'events') };
}
