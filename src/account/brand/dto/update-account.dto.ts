import { ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { IsObject, IsOptional } from 'class-validator';
import { type Fields } from '../../../platform/http/input/input.js';
import { BrandBody } from './brand.dto.js';

export class UpdateAccountBody {
  @ApiPropertyOptional({
    oneOf: [{ $ref: getSchemaPath(BrandBody) }, { type: 'null' }],
    description: 'Of its fields, only those that are sent are changed; null removes one. null: removes all.',
  })
  @IsOptional()
  @IsObject({ message: '$property must be a JSON object or null.' })
  brand?: Fields | null;
}
