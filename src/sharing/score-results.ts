import { Inject, Injectable } from '@nestjs/common';
import { type Result, resultOf } from '../engine/audit/score.js';
import { CONFIG, type Config } from '../platform/config/config.js';

/** The result of a score by the settings. */
@Injectable()
export class ScoreResults {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  readonly of = (score: number): Result =>
    resultOf(score, { good: this.config.scoreGood, decent: this.config.scoreDecent });
}
