import { Param } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { onMethod } from '../on-method.js';
import { IdPipe } from '../rules/ids.js';

/** The `{id}` in the path.
 *  @param name of the kind of record, for the documentation */
export function RecordId(name: string): ParameterDecorator {
  return (target, key, index) => {
    Param('id', IdPipe)(target, key, index);
    onMethod(
      ApiParam({
        name: 'id',
        description: `Id of the ${name}.`,
        schema: { type: 'integer', format: 'int64', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
        example: 1,
      }),
    )(target, key, index);
  };
}
