import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A job that is running and single, or was when its worker died. */
@Entity('running_jobs')
export class RunningJob {
  /** Name of its kind. */
  @PrimaryColumn('text')
  kind!: string;

  /** Of its payload. */
  @PrimaryColumn('text')
  key!: string;

  @Column('bigint')
  jobId!: number;

  @Column('text')
  workerId!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  beganAt!: Date;

  /** Whether another job with the same payload wanted to run meanwhile. */
  @Column({ default: false })
  isWanted!: boolean;
}
