import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** When a process with a browser was last seen. One row, or none. */
@Entity('browser_presence')
@Check('browser_presence_check', 'is_only')
export class BrowserPresence {
  @PrimaryColumn('boolean', { default: true })
  isOnly!: boolean;

  @Column({ type: 'timestamptz', precision: 3 })
  seenAt!: Date;
}
