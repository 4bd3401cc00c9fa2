import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ParityCase } from './case.js';
import { stored } from './case-file.js';

/** Results of one engine on the disk, by the content of the case. */
export class ResultCache<Result> {
  constructor(
    private readonly folder: string,
    /** Changes with everything else that results depend on. */
    private readonly engine: string,
  ) {
    mkdirSync(folder, { recursive: true });
  }

  /** The kept result of a case. */
  get(parityCase: ParityCase): Result | undefined {
    const file = this.fileOf(parityCase);
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Result) : undefined;
  }

  /** Keeps the result of a case. */
  set(parityCase: ParityCase, result: Result): void {
    const file = this.fileOf(parityCase);
    writeFileSync(`${file}.new`, JSON.stringify(result));
    renameSync(`${file}.new`, file);
  }

  private fileOf(parityCase: ParityCase): string {
    const { cause: _, root, ...content } = stored(parityCase);
    const hash = createHash('sha256')
      .update(this.engine)
      .update(JSON.stringify(content))
      .update(root?.digest ?? '')
      .digest('hex');
    return join(this.folder, `${hash}.json`);
  }
}
