import { constants } from 'node:fs';
import { access, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { visible } from '../basics/control-characters.js';
import { makeDirectory } from '../basics/make-directory.js';
import { writeFaultOf } from '../basics/write-fault.js';
import { exitOnInvalidUsage } from './invalid-usage.js';

/** A file of the folder that `--output` names. */
export interface OutputFile {
  readonly file: string;
  readonly text: string;
}

/** Makes the folder of `--output` if it is missing, so that no audit is lost. Exits with 64 if files can't be written there. */
export async function makeOutputFolder(folder: string): Promise<void> {
  try {
    await makeDirectory(resolve(folder));
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    exitOnInvalidUsage(
      `the folder "${folder}" of --output can't be used: ${writeFaultOf(error)}. Choose another one.`,
    );
  }
}

/** Writes files into a folder and prints their paths.
 *  @throws Error that says what to do if one can't be written */
export async function writeOutput(folder: string, files: readonly OutputFile[]): Promise<void> {
  for (const { file, text } of files) {
    const path = join(folder, file);
    await writeFile(path, `${text}\n`).catch((cause: unknown) => {
      const fault = writeFaultOf(cause);
      throw new Error(`${path} can't be written: ${fault}. Repeat with another folder as --output.`, {
        cause,
      });
    });
    process.stdout.write(`${visible(path)}\n`);
  }
}
