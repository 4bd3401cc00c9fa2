import { type Device } from '../../device.js';

/** What a thread is asked to compute. */
export interface LabWork {
  readonly device: Device;
  /** The trace as the browser sends it: gzipped JSON, in parts. */
  readonly gzipped: readonly Uint8Array[];
}
