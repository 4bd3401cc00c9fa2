import { Get, Param, Post } from '@nestjs/common';
import { type ApiKey } from '../../auth/api-key.entity.js';
import { NeedsScope } from '../../auth/caller.js';
import { type CreateKeyBody } from '../../keys/dto/create-key.dto.js';
import { ListKeysQuery } from '../../keys/dto/list-keys.dto.js';
import { RotateKeyBody } from '../../keys/dto/rotate-key.dto.js';
import { type UpdateKeyBody } from '../../keys/dto/update-key.dto.js';
import { KeyNotFound } from '../../keys/key-errors.js';
import { KeysService } from '../../keys/keys.service.js';
import { OncePerForm } from '../forms/once.js';
import { IdPipe } from '../../platform/http/rules/ids.js';
import { ConsoleController } from '../console-controller.decorator.js';
import { type Form, FormOf, valueOf } from '../forms/form.decorator.js';
import { type ListQuery, ListQueryOf } from '../forms/list-query.decorator.js';
import { EDITED_KEY, NEW_KEY, shownOf } from './key-form.js';
import { listedBy } from '../forms/listed.js';
import { ifStill } from '../forms/version.js';
import {
  deleteKeyPage,
  editKeyPage,
  type KeysPage,
  keysPage,
  newKeyPage,
  rotateKeyPage,
} from './keys-page.js';
import { KEY_DELETED } from '../sessions/sign-in-page.js';
import { type ConsoleVisit, Visit } from '../sessions/console-visit.js';

const PATH = '/console/keys';
const HOUR_MS = 60 * 60 * 1000;
const EVERYTHING = { query: new ListKeysQuery(), faults: [] };

@ConsoleController('keys')
export class ConsoleKeysController {
  constructor(private readonly keys: KeysService) {}

  @Get()
  @NeedsScope('keys:read')
  async list(
    @Visit() visit: ConsoleVisit,
    @ListQueryOf(ListKeysQuery) list: ListQuery<ListKeysQuery>,
  ): Promise<string> {
    return this.screenOf(visit, list, {});
  }

  @Post()
  @NeedsScope('keys:write', 'keys:read')
  @OncePerForm()
  async store(@Visit() visit: ConsoleVisit, @FormOf(NEW_KEY) form: Form<CreateKeyBody>): Promise<string> {
    try {
      const { record } = await this.keys.store(visit.caller, valueOf(form), visit.context.repeatable);
      return newKeyPage(visit, record);
    } catch (error) {
      return this.screenOf(visit, EVERYTHING, { refused: visit.refusalOf(error, form.fields) });
    }
  }

  @Get(':id/edit')
  @NeedsScope('keys:write', 'keys:read')
  async edit(@Visit() visit: ConsoleVisit, @Param('id', IdPipe) id: number): Promise<string> {
    return editKeyPage(visit, await this.keys.show(visit.caller.account.id, id), null);
  }

  @Post(':id/edit')
  @NeedsScope('keys:write', 'keys:read')
  async save(
    @Visit() visit: ConsoleVisit,
    @Param('id', IdPipe) id: number,
    @FormOf(EDITED_KEY) form: Form<UpdateKeyBody>,
  ): Promise<string> {
    const key = await this.keys.show(visit.caller.accountId, id);
    try {
      const change = valueOf(form);
      const toChange = { id, ifMatch: ifStill(form.fields, change, shownOf) };
      const { scopes } = await this.keys.update(visit.caller, toChange, change);
      const isHidden = id === visit.caller.key.id && !scopes.includes('keys:read');
      return visit.seeOther(isHidden ? '/console' : visit.listBefore(PATH), 'key-saved');
    } catch (error) {
      return editKeyPage(visit, key, visit.refusalOf(error, form.fields));
    }
  }

  @Get(':id/rotate')
  @NeedsScope('keys:write', 'keys:read')
  async confirmRotation(@Visit() visit: ConsoleVisit, @Param('id', IdPipe) id: number): Promise<string> {
    return rotateKeyPage(visit, await this.keys.show(visit.caller.account.id, id));
  }

  @Post(':id/rotate')
  @NeedsScope('keys:write', 'keys:read')
  @OncePerForm()
  async rotate(@Visit() visit: ConsoleVisit, @Param('id', IdPipe) id: number): Promise<string> {
    const body = new RotateKeyBody();
    try {
      const change = { ...visit.context, id, ifMatch: null };
      const { record } = await this.keys.rotate(visit.caller, change, body);
      const replacedUntil = endOfReplaced(record.key, body);
      return newKeyPage(visit, record, replacedUntil);
    } catch (error) {
      return this.refused(visit, error);
    }
  }

  @Get(':id/delete')
  @NeedsScope('keys:write', 'keys:read')
  async confirmDeletion(@Visit() visit: ConsoleVisit, @Param('id', IdPipe) id: number): Promise<string> {
    return deleteKeyPage(visit, await this.keys.show(visit.caller.account.id, id));
  }

  @Post(':id/delete')
  @NeedsScope('keys:write', 'keys:read')
  async delete(@Visit() visit: ConsoleVisit, @Param('id', IdPipe) id: number): Promise<string> {
    try {
      await this.keys.revoke(visit.caller, { id, ifMatch: null });
      return id === visit.caller.key.id
        ? visit.signOut(KEY_DELETED)
        : visit.seeOther(visit.listBefore(PATH), KEY_DELETED);
    } catch (error) {
      return this.refused(visit, error);
    }
  }

  /** Another account's key is a problem of its own; other refusals are shown with the keys. */
  private async refused(visit: ConsoleVisit, error: unknown): Promise<string> {
    if (error instanceof KeyNotFound) throw error;
    return this.screenOf(visit, EVERYTHING, { failed: visit.refusalOf(error) });
  }

  private async screenOf(
    visit: ConsoleVisit,
    list: ListQuery<ListKeysQuery>,
    { refused = null, failed = null }: Partial<Pick<KeysPage, 'refused' | 'failed'>>,
  ): Promise<string> {
    const { id } = visit.caller.account;
    const listed = await listedBy(list, (query) => this.keys.list(id, query));
    return keysPage(visit, { ...listed, refused, failed });
  }
}

/** A key never works longer by being replaced; its successor has the end that it had. */
function endOfReplaced({ createdAt, expiresAt }: ApiKey, { overlap_hours: hours }: RotateKeyBody): Date {
  const overlapEnd = new Date(createdAt.getTime() + hours * HOUR_MS);
  return expiresAt !== null && expiresAt < overlapEnd ? expiresAt : overlapEnd;
}
