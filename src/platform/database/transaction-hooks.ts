import { type Transaction } from './database.js';

type Listener<Subject> = (tx: Transaction, subject: Subject) => Promise<void>;

/** Runs what other features have to do in the same transaction. */
export abstract class TransactionHooks<Subject> {
  private readonly listeners: Listener<Subject>[] = [];

  listen(listener: Listener<Subject>): void {
    this.listeners.push(listener);
  }

  async publish(tx: Transaction, subject: Subject): Promise<void> {
    for (const listener of this.listeners) await listener(tx, subject);
  }
}
