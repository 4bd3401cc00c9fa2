import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { applyDecorators, type Type } from '@nestjs/common';
import { ArrayMaxSize, ArrayMinSize, IsDefined, IsObject } from 'class-validator';

/** A required JSON array of objects, each to be validated by `validateFields`. */
export function Objects(
  dto: Type,
  { max, description }: { readonly max: number; readonly description: string },
): PropertyDecorator {
  const message = `$property must be a JSON array of 1 to ${String(max)} objects.`;
  return applyDecorators(
    ApiProperty({
      type: 'array',
      minItems: 1,
      maxItems: max,
      items: { $ref: getSchemaPath(dto) },
      description,
    }),
    IsDefined({ message }),
    ArrayMinSize(1, { message }),
    ArrayMaxSize(max, { message }),
    IsObject({ each: true, message }),
  );
}
