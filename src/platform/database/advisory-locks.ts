/** Numbers of PostgreSQL's advisory locks. Any will do, as long as nothing else in the same database takes them.
 *  7 247 439 is taken by the function `claim_audit`, so that one claim is made after the other. */

/** One process migrates, the others wait. */
export const MIGRATIONS_LOCK = 7_247_437;

/** Accounts are made one after the other. */
export const ACCOUNTS_LOCK = 7_247_438;

/** Seed of the hashes of names that processes hold for as long as they live. */
export const NAMES_SEED = 7_247_437;
