import { type Claim } from './pending-audits.repository.js';

/** What this process has claimed and works on. The answer to a claim, or a release, can be lost on its way: the
 *  database then holds a claim that nobody works on. */
export class OpenClaims {
  private readonly open = new Set<string>();
  private suspects = new Set<string>();

  begin(claim: Claim): void {
    this.open.add(nameOf(claim));
  }

  end(claim: Claim): void {
    this.open.delete(nameOf(claim));
  }

  /** Which of the claims that the database has of this process nobody works on. An answer may be on its way: only
   *  those count that were so at the last call already. */
  lostAmong(held: readonly Claim[]): Claim[] {
    const idle = held.filter((claim) => !this.open.has(nameOf(claim)));
    const before = this.suspects;
    this.suspects = new Set(idle.map(nameOf));
    return idle.filter((claim) => before.has(nameOf(claim)));
  }
}

function nameOf({ account_id, report_id, attempts }: Claim): string {
  return [account_id, report_id, attempts].join(' ');
}
