import { type Fields } from '../../platform/http/input/input.js';
import { CreateWebhookBody } from '../../webhooks/dto/create-webhook.dto.js';
import { UpdateWebhookBody } from '../../webhooks/dto/update-webhook.dto.js';
import { type Webhook } from '../../webhooks/webhook.entity.js';
import { chosenOf } from '../forms/chosen.js';
import { type FormRules } from '../forms/form.decorator.js';
import { textOf } from '../forms/refusal.js';
import { emptied } from '../forms/required.js';
import { type Shown } from '../forms/version.js';

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

/** What the form changes. */
export function shownOf({ url, description, events }: Webhook): Shown {
  return { url, description, events };
}

function fieldsOf(typed: Fields): Fields {
  return { ...typed, events: chosenOf(typed, 'events') };
}
