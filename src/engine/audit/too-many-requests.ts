/** The status says that we asked too often, and nothing about what was asked for.
 *  @see https://www.rfc-editor.org/rfc/rfc6585#section-4 */
export const TOO_MANY_REQUESTS = 429;
