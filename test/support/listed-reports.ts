import { type Account, type TestApp } from './app.js';
import { storedReport } from './reports.js';

/** Twelve URLs of three websites, with letters, cases and scores that order and search must tell apart. */
export const LISTED_REPORTS: [url: string, score: number][] = [
  ['https://b.example/Zebra', 90],
  ['https://a.example/apple', 30],
  ['https://a.example/Ähre', 60],
  ['https://a.example/100%_off', 60],
  ['https://b.example/apple', 80],
  ['https://a.example/back\u2044slash', 10],
  ['https://xn--bcher-kva.example/ЖУК', 49],
  ['https://a.example/apple', 50],
  ['https://b.example/100x_off', 79],
  ['https://b.example/ΟΔΌΣ', 100],
  ['https://b.example/straße', 0],
  ['https://a.example/😀', 81],
];

export async function storeListedReports(test: TestApp, account: Account): Promise<void> {
  for (const [url, score] of LISTED_REPORTS) await storedReport(test, account, url, score);
}
