import { Entity, PrimaryColumn } from 'typeorm';
import { OfAccount } from '../auth/of-account.entity.js';

/** A website that was deleted, some of whose reports are still stored. */
@Entity('deleted_websites')
export class DeletedWebsite extends OfAccount {
  @PrimaryColumn('bigint')
  websiteId!: number;
}
