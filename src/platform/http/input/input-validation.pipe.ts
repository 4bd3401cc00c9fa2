import { type ArgumentMetadata, Injectable, ValidationPipe } from '@nestjs/common';
import { getMetadataStorage, IS_OBJECT } from 'class-validator';
import { closest, distance } from 'fastest-levenshtein';
import { ValidationFailed } from '../../errors/http-errors.js';
import { settingsFaults } from '../rules/settings-rule.js';
import { type Fields, Input, NESTED_VALUE } from './input.js';
import { errorsOf, type Warning } from './warnings.js';

type Dto = new () => object;
type Errors = Readonly<Record<string, readonly string[]>>;

const MAX_NAME_LENGTH = 100;
const MAX_UNKNOWN_NAMES = 20;

/** Nest's validation, of an {@link Input}: reports every invalid field at once, and warns of unknown names. */
@Injectable()
export class InputValidationPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      stopAtFirstError: true,
      // An absent value must not replace the DTO's default.
      transformOptions: { exposeUnsetFields: false },
      exceptionFactory: (errors) =>
        new ValidationFailed(
          Object.fromEntries(errors.map((error) => [error.property, Object.values(error.constraints ?? {})])),
        ),
    });
  }

  /** @throws ValidationFailed */
  override async transform(input: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (!(input instanceof Input)) return input;
    const dtoClass = metadata.metatype as Dto;
    const entries = Object.entries(input.fields);
    // All parameters of queries are optional.
    if (entries.length === 0 && metadata.type === 'query') return new dtoClass();
    const { known, structured } = namesOf(dtoClass);
    const faults = new Map(
      entries.flatMap(([name, value]) =>
        value !== NESTED_VALUE && structured.has(name) ? [] : faultOf(name, value, known.has(name)),
      ),
    );
    const sound = entries.filter(([name]) => known.has(name) && !faults.has(name));
    let errors: Errors = {};
    const dto: unknown = await super
      .transform(Object.fromEntries(sound), metadata)
      .catch((error: unknown) => {
        if (!(error instanceof ValidationFailed)) throw error;
        errors = error.errors ?? {};
      });
    const bySettings = input.config ? settingsFaults(dtoClass, Object.fromEntries(sound), input.config) : {};
    errors = { ...bySettings, ...errors, ...messagesOf(faults) };
    const unknown = unknownNames(input.fields, known);
    if (Object.keys(errors).length > 0)
      throw new ValidationFailed(input.warnings.isStrict ? { ...errorsOf(unknown), ...errors } : errors);
    input.warnings.add(...unknown);
    return dto;
  }
}

interface Names {
  /** Names of the fields that have rules. */
  readonly known: ReadonlySet<string>;
  /** Names of the fields that hold a list or an object. */
  readonly structured: ReadonlySet<string>;
}

const namesByDto = new Map<Dto, Names>();

function namesOf(dto: Dto): Names {
  let names = namesByDto.get(dto);
  if (!names) {
    const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
    const structured = rules.filter(({ each, name }) => each || name === IS_OBJECT);
    names = {
      known: new Set(rules.map(({ propertyName }) => propertyName)),
      structured: new Set(structured.map(({ propertyName }) => propertyName)),
    };
    namesByDto.set(dto, names);
  }
  return names;
}

/** What no field may hold, whether or not a rule knows it. */
function faultOf(name: string, value: unknown, isKnown: boolean): [name: string, fault: string][] {
  if (typeof value === 'object' && value !== null) return [[name, 'must be a single value, sent once only']];
  const text = typeof value === 'string' ? value : '';
  return !isKnown && (name + text).includes('\0') ? [[name, 'must not contain the character U+0000']] : [];
}

function messagesOf(faults: ReadonlyMap<string, string>): Errors {
  return Object.fromEntries(
    [...faults].map(([name, fault]) => {
      const shown = name.replaceAll('\0', '\ufffd').slice(0, MAX_NAME_LENGTH);
      return [shown, [`${shown} ${fault}.`]];
    }),
  );
}

function unknownNames(fields: Fields, known: ReadonlySet<string>): Warning[] {
  return Object.keys(fields)
    .filter((name) => !known.has(name))
    .slice(0, MAX_UNKNOWN_NAMES)
    .map((name) => name.slice(0, MAX_NAME_LENGTH))
    .map((field) => ({
      code: 'unknown_parameter',
      field,
      detail: `${field} is unknown and had no effect.${suggestion(field, known)}`,
    }));
}

function suggestion(name: string, known: ReadonlySet<string>): string {
  if (known.size === 0) return '';
  const nearest = closest(name, [...known]);
  return distance(name, nearest) <= Math.max(2, nearest.length / 3) ? ` Did you mean ${nearest}?` : '';
}
