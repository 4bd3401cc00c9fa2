import { isContinuousIntegration } from '../platform/config/surroundings.js';

const CLEAR_LINE = '\r\u001b[2K';

/** Shows progress on one line of standard error, in terminals only, not in files, pipes and continuous integration. */
export class Progress {
  private readonly isShown = process.stderr.isTTY && !isContinuousIntegration();

  show(line: string): void {
    if (this.isShown) process.stderr.write(`${CLEAR_LINE}${line}`);
  }

  hide(): void {
    this.show('');
  }
}
