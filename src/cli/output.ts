import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { visible } from '../basics/control-characters.js';

/** A file of the folder that `--output` names. */
export interface OutputFile {
  readonly file: string;
  readonly text: string;
}

/** Writes files into a folder, which is created if needed, and prints their paths. */
export async function writeOutput(folder: string, files: readonly OutputFile[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { file, text } of files) {
    const path = join(folder, file);
    await writeFile(path, `${text}\n`);
    process.stdout.write(`${visible(path)}\n`);
  }
}
