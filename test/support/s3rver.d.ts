declare module 's3rver' {
  import { type RequestListener } from 'node:http';

  /** An S3 server. It does not check signatures of version 4. */
  class S3rver {
    constructor(options: {
      silent: boolean;
      vhostBuckets: boolean;
      directory: string;
      configureBuckets: { name: string }[];
    });
    configureBuckets(): Promise<unknown>;
    callback(): RequestListener;
  }
  export = S3rver;
}
