import { Injectable } from '@nestjs/common';
import pg from 'pg';

/** The connection pool that TypeORM makes. */
@Injectable()
export class DriverPool {
  private pool: pg.Pool | null = null;

  /** For TypeORM's option of that name: the driver, with a pool that is known here. */
  readonly driver = { ...pg, Pool: this.poolClass() };

  /** @throws Error before TypeORM is initialized */
  get current(): pg.Pool {
    if (!this.pool) throw new Error('Driver not Connected');
    return this.pool;
  }

  private poolClass(): typeof pg.Pool {
    const keep = (pool: pg.Pool) => (this.pool = pool);
    return class extends pg.Pool {
      constructor(options?: pg.PoolConfig) {
        super(options);
        keep(this);
      }
    };
  }
}
