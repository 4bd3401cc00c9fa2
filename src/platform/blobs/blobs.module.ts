import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { join } from 'node:path';
import { CONFIG, type Config } from '../config/config.js';
import { BLOB_STORAGE, type BlobStorage } from './blob-storage.js';
import { BlobStore } from './blob-store.js';
import { Blob } from './blob.entity.js';
import { BlobsRepository } from './blobs.repository.js';
import { FileStorage } from './file-storage.js';
import { S3Storage } from './s3-storage.js';
import { SweepBlobsJob } from './sweep-blobs.job.js';

function storageOf({ blobsS3, dataDir }: Config): BlobStorage {
  return blobsS3 === null ? new FileStorage(join(dataDir, 'blobs')) : new S3Storage(blobsS3);
}

@Module({
  imports: [TypeOrmModule.forFeature([Blob])],
  providers: [
    { provide: BLOB_STORAGE, inject: [CONFIG], useFactory: storageOf },
    BlobStore,
    BlobsRepository,
    SweepBlobsJob,
  ],
  exports: [BlobStore],
})
export class BlobsModule {}
