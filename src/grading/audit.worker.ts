/** Entry of an audit thread. */
export { auditPage, describePage } from './audit-page.js';
