import { errorCodeOf } from './error-code.js';
import { messageOf } from './message-of.js';

const FAULTS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EISDIR: 'it is a folder',
  ENOENT: 'its file system has no place for directories',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'it is a file, or a part of the path is one',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
};

/** Why a directory can't be made, or a file can't be written: a clause without a period. */
export function writeFaultOf(error: unknown): string {
  return FAULTS[errorCodeOf(error)] ?? messageOf(error);
}
