import { Any, type FindManyOptions, type FindOptionsWhere, Raw, type Repository } from 'typeorm';

/** What rows have that are deleted by their age. */
interface Aging {
  readonly accountId: number;
  readonly id: number;
  readonly createdAt: Date;
}

/** Rows that one call deletes. */
const BATCH = 1000;

/** By the clock of PostgreSQL: that of a machine may be wrong by years until it hears of the time. */
export const olderThan = (days: number) =>
  Raw((column) => `${column} < now() - make_interval(days => :days)`, { days });

/** Times that are over, by the same clock. */
export const over = () => Raw((column) => `${column} < now()`);

/** Deletes the oldest of the rows that are older than so many days: account by account, because PostgreSQL takes seconds
 *  for a thousand pairs of account and id.
 *  @returns whether there may be more */
export async function deleteOld<Row extends Aging>(
  repository: Repository<Row>,
  days: number,
): Promise<boolean> {
  const old = await repository.find({
    select: { accountId: true, id: true },
    where: { createdAt: olderThan(days) },
    order: { createdAt: 'ASC' },
    take: BATCH,
  } as FindManyOptions<Row>);
  for (const accountId of new Set(old.map((row) => row.accountId))) {
    const ids = old.filter((row) => row.accountId === accountId).map(({ id }) => id);
    await repository.delete({ accountId, id: Any(ids) } as FindOptionsWhere<Row>);
  }
  return old.length === BATCH;
}
