import { writeFaultOf } from '../basics/write-fault.js';
import { errorCodeOf } from '../basics/error-code.js';
import { EX_SOFTWARE } from './invalid-usage.js';

/** Lets a command end as usual, with its own status, if the reader of its output has gone, like `head`. If output can't be
 *  written for another reason, says why and makes the exit status 70. */
export function surviveLostOutput(): void {
  process.stdout.on('error', (error) => {
    if (errorCodeOf(error) === 'EPIPE' || process.listeners('exit').includes(failAtExit)) return;
    process.on('exit', failAtExit);
    process.stderr.write(
      `The output can't be written: ${writeFaultOf(error)}. Repeat with another place for it.\n`,
    );
  });
  // Without standard error, there is no place left to say why.
  process.stderr.on('error', () => undefined);
}

/** Commands set their own status after the output has failed. */
function failAtExit(): void {
  process.exitCode = EX_SOFTWARE;
}
