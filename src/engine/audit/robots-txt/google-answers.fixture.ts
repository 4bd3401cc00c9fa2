import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { FROZEN_ANSWERS } from './google-answers.frozen.fixture.js';

/** google/robotstxt's answer to a question. */
export interface RobotsAnswer {
  readonly isAllowed: boolean;
  /** Line of the deciding rule, which may be empty; 0: none. */
  readonly line: number;
}

/** The answers of the compiled google/robotstxt to `robotsQuestions()`, in their order. Made by
 *  test/google-robots/freeze-answers.ts from its commit c8ac4b1d. */
export function frozenAnswers(): RobotsAnswer[] {
  return [...brotliDecompressSync(Buffer.from(FROZEN_ANSWERS, 'base64'))].map((byte) => ({
    isAllowed: byte % 2 === 1,
    line: byte >> 1,
  }));
}

/** One byte per answer, compressed, in base64. */
export function packed(answers: readonly RobotsAnswer[]): string {
  const bytes = Buffer.from(answers.map(({ isAllowed, line }) => line * 2 + Number(isAllowed)));
  return brotliCompressSync(bytes).toString('base64');
}
