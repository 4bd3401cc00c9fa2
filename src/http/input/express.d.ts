import { type Warnings } from './warnings.js';

declare global {
  namespace Express {
    interface Request {
      warnings: Warnings;
    }
  }
}
