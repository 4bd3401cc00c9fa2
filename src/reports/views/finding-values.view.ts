import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { type MemberType } from '../../engine/audit/check.js';
import { CHECKS } from '../../engine/audit/registry.js';

type MemberSchema = NonNullable<Extract<ApiPropertyOptions, { properties?: object }>['properties']>[string];

const SCHEMAS = {
  text: { type: 'string', maxLength: 1000 },
  texts: { type: 'array', maxItems: 100, items: { type: 'string', maxLength: 1000 } },
  flag: { type: 'boolean' },
  integer: {
    type: 'integer',
    format: 'int64',
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
  },
  number: { type: 'number', format: 'double' },
} satisfies Record<string, MemberSchema>;

function schemaOf(type: MemberType): MemberSchema {
  const schema = SCHEMAS[type.replace('?', '') as keyof typeof SCHEMAS];
  return type.endsWith('?') ? { ...schema, nullable: true } : schema;
}

/** Documents the value of each check's findings, by the id of the check. */
export class FindingValues {
  readonly [id: string]: object;
}

for (const { id, name, value } of CHECKS) {
  const members = Object.entries(value);
  if (members.length === 0) continue;
  ApiProperty({
    type: 'object',
    description: name,
    selfRequired: false,
    required: Object.keys(value),
    properties: Object.fromEntries(members.map(([member, type]) => [member, schemaOf(type)])),
    additionalProperties: false,
  })(FindingValues.prototype, id);
}
