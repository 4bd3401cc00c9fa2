/** The file with certificates that Node.js trusts beside its own. Node.js reads it at its start, so it is no setting of ours. */
export const EXTRA_AUTHORITIES = process.env.NODE_EXTRA_CA_CERTS ?? null;
