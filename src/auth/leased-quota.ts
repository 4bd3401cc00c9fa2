import { type WindowCount } from '../platform/database/counted-window.js';

/** Of what is left, a process takes this part at a time: few round trips at first, few uses that others miss at the end. */
const LEASED_PART = 1 / 20;
const MAX_KNOWN = 100_000;

export interface Grant {
  /** How many of the uses that were asked for. */
  readonly count: number;
  readonly secondsToReset: number;
}

interface Lease {
  /** Uses that are counted already and not yet granted. */
  left: number;
  /** Uses of the window that no process has counted. */
  remaining: number;
  endsAtMs: number;
  renewing: Promise<void> | null;
}

/** Shares a limit of each account with other processes: uses are counted ahead, some at a time, so that most requests need
 *  no round trip. All processes together never grant more than the limit. */
export class LeasedQuota {
  private readonly leases = new Map<number, Lease>();

  /** @param countAhead counts uses of an account in the window that all processes share
   *  @param nowMs a clock that is never set back */
  constructor(
    private readonly limit: number,
    private readonly countAhead: (account: number, uses: number) => Promise<WindowCount>,
    private readonly nowMs = () => performance.now(),
  ) {}

  async take(account: number, uses: number): Promise<Grant> {
    const lease = this.leaseOf(account);
    while (lease.left < uses && (lease.remaining > 0 || this.isOver(lease))) {
      lease.renewing ??= this.renew(account, lease, uses).finally(() => (lease.renewing = null));
      await lease.renewing;
    }
    const count = Math.min(uses, lease.left);
    lease.left -= count;
    return { count, secondsToReset: Math.max(1, Math.ceil((lease.endsAtMs - this.nowMs()) / 1000)) };
  }

  /** Uses that this process has counted and not yet granted. */
  aheadOf(account: number): number {
    const lease = this.leases.get(account);
    return lease && !this.isOver(lease) ? lease.left : 0;
  }

  private async renew(account: number, lease: Lease, uses: number): Promise<void> {
    const known = this.isOver(lease) ? this.limit : lease.remaining;
    const asked = Math.max(uses, Math.ceil(known * LEASED_PART));
    const { used, seconds } = await this.countAhead(account, asked);
    const granted = Math.max(0, Math.min(asked, asked - (used - this.limit)));
    lease.left = granted + (this.isOver(lease) ? 0 : lease.left);
    lease.remaining = Math.max(0, this.limit - used);
    // The seconds are rounded up, and what is left of a window counts in no other one.
    lease.endsAtMs = this.nowMs() + Math.max(0.5, seconds - 1) * 1000;
  }

  private isOver(lease: Lease): boolean {
    return lease.endsAtMs <= this.nowMs();
  }

  private leaseOf(account: number): Lease {
    const known = this.leases.get(account);
    if (known && !this.isOver(known)) return known;
    const lease = known ?? { left: 0, remaining: 0, endsAtMs: 0, renewing: null };
    lease.left = 0;
    this.leases.delete(account);
    this.leases.set(account, lease);
    const [oldest] = this.leases.keys();
    if (this.leases.size > MAX_KNOWN && oldest !== undefined) this.leases.delete(oldest);
    return lease;
  }
}
