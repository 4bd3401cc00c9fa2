import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountBrand } from './account-brand.entity.js';
import { BrandsRepository } from './brands.repository.js';
import { BrandsService } from './brands.service.js';
import { LogosController } from './logos.controller.js';

@Module({
  imports: [TypeOrmModule.forFeature([AccountBrand])],
  controllers: [LogosController],
  providers: [BrandsRepository, BrandsService],
  exports: [BrandsRepository, BrandsService],
})
export class BrandsModule {}
