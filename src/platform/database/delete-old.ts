import { Any, type FindManyOptions, type FindOptionsWhere, LessThan, type Repository } from 'typeorm';

/** What rows have that are deleted by their age. */
interface Aging {
  readonly accountId: number;
  readonly id: number;
  readonly createdAt: Date;
}

/** Rows that one call deletes. */
const BATCH = 1000;

/** Deletes the oldest of the rows that are older than so many days: account by account, because PostgreSQL takes seconds
 *  for a thousand pairs of account and id.
 *  @returns whether there may be more */
export async function deleteOld<Row extends Aging>(
  repository: Repository<Row>,
  days: number,
): Promise<boolean> {
  const before = new Date(Date.now() - days * 86_400_000);
  const old = await repository.find({
    select: { accountId: true, id: true },
    where: { createdAt: LessThan(before) },
    order: { createdAt: 'ASC' },
    take: BATCH,
  } as FindManyOptions<Row>);
  for (const accountId of new Set(old.map((row) => row.accountId))) {
    const ids = old.filter((row) => row.accountId === accountId).map(({ id }) => id);
    await repository.delete({ accountId, id: Any(ids) } as FindOptionsWhere<Row>);
  }
  return old.length === BATCH;
}
