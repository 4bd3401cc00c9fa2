import { visible } from '../basics/control-characters.js';

/** A page can't be loaded as it was asked for, or none of a website. */
export const NOT_LOADED = 2;

/** Invalid usage, as in sysexits.h. */
export const EX_USAGE = 64;

/** A fault that is neither one of usage nor of a page, as in sysexits.h: writing the result, for example. */
export const EX_SOFTWARE = 70;

/** Ends the process: an option or the file that it names is invalid. */
export function exitOnInvalidUsage(message: string): never {
  process.stderr.write(`error: ${visible(message)}\n`);
  process.exit(EX_USAGE);
}
