import { type Fields } from '../../platform/http/input/input.js';
import { CreateWebhookBody } from '../../webhooks/dto/create-webhook.dto.js';
import { UpdateWebhookBody } from '../../webhooks/dto/update-webhook.dto.js';
import { chosenOf } from '../forms/chosen.js';
import { type FormRules } from '../forms/form.decorator.js';
import { textOf } from '../forms/refusal.js';
import { emptied } from '../forms/required.js';

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
