import { DiscoveryService } from '@nestjs/core';
import { type Role } from '../config/config.js';

export interface JobOptions {
  /** Unique, stored with each job, and a label of the metrics. */
  readonly name: string;
  /** When to run it: five crontab fields, in UTC. */
  readonly cron?: string;
  /** The only role, beside `all`, whose processes run it. Default: worker. */
  readonly role?: Extract<Role, 'worker' | 'browser'>;
  /** Whether its jobs begin before all others that are due. */
  readonly isUrgent?: boolean;
  /** Whether, of its jobs with the same payload, at most one is queued, which a new one replaces, and one runs at a time, on all
   *  workers. */
  readonly isSingle?: boolean;
}

/** Names a kind of job for code that its class depends on. */
export class JobReference<Payload> implements JobOptions {
  /** Only to tell references with different payloads apart. */
  declare readonly payload: Payload;

  readonly isUrgent: boolean;
  readonly isSingle: boolean;

  constructor(
    readonly name: string,
    { isUrgent = false, isSingle = false }: Pick<JobOptions, 'isUrgent' | 'isSingle'> = {},
  ) {
    this.isUrgent = isUrgent;
    this.isSingle = isSingle;
  }
}

/** What a job knows about its own run. */
export interface JobRun {
  readonly jobId: number;
  /** The worker that runs it. The same job may be run again by another worker if this one dies. */
  readonly workerId: string;
  /** Aborted when the process begins to shut down: finish what was begun, begin nothing new. */
  readonly stopping: AbortSignal;
  /** Aborted 20 s later: stop now. */
  readonly signal: AbortSignal;
}

/** A kind of job: a provider with the decorator {@link Job}. Each job runs at least once. It runs again after it threw, with
 *  increasing delays, and after its worker died. */
export interface JobHandler<Payload = unknown> {
  run(payload: Payload, job: JobRun): Promise<void>;
}

/** Makes a provider a kind of job. Nothing else is needed to have it run. */
export const Job = DiscoveryService.createDecorator<JobOptions>();

/** The values of a payload in the order of their names: `1:25`. */
export function keyOf(payload: unknown): string {
  const properties = Object.entries(payload ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return properties.map(([, value]) => JSON.stringify(value)).join(':');
}

/** @throws Error if the class lacks the decorator */
export function optionsOf(job: { readonly name: string }): JobOptions {
  const options = Reflect.getMetadata(Job.KEY, job) as Partial<JobOptions> | undefined;
  if (!options?.name) throw new Error(`${job.name} is no job. Decorate it with @Job({ name }).`);
  return { ...options, name: options.name };
}
