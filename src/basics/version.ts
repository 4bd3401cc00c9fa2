/** The same as in package.json. */
export const VERSION = '1.1.0';
/** For the User-Agent header. */
export const PRODUCT = `Pagegrade/${VERSION}`;
