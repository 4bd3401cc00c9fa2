/** Entry of an audit thread. */
export { auditPage } from './audit-page.js';
