import { Controller, Get, Header, Param, StreamableFile } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { PathNotFound } from '../../platform/errors/http-errors.js';
import { Public } from '../../platform/http/public.decorator.js';
import { BrandsRepository } from './brands.repository.js';

/** Logos of accounts. They are no secret, even if all websites of an account are private: the address is a hash of the
 *  image. */
@Public()
@ApiExcludeController()
@Controller('logos')
export class LogosController {
  constructor(private readonly brands: BrandsRepository) {}

  /** @throws PathNotFound */
  @Get(':file')
  @Header('Cache-Control', 'public, max-age=31536000, immutable')
  @Header('Content-Security-Policy', "default-src 'none'; sandbox")
  async logo(@Param('file') file: string): Promise<StreamableFile> {
    const [, hash] = /^([0-9a-f]{64})\.png$/.exec(file) ?? [];
    const image = hash === undefined ? null : await this.brands.logoOf(hash);
    if (!image) throw new PathNotFound();
    return new StreamableFile(image, { type: 'image/png', length: image.length });
  }
}
