import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync } from 'class-validator';
import { closest, distance } from 'fastest-levenshtein';
import { ValidationFailed } from '../http-errors.js';
import { isKeptAsSent } from '../rules/kept-as-sent.js';
import { Parameters } from './parameters.js';
import { type Warning } from './warnings.js';

type Dto = new () => object;

/** Makes a DTO of a query's or body's {@link Parameters}: trims, drops what is empty, applies the DTO's rules,
 *  and warns of names that the DTO does not know.
 *  @throws ValidationFailed with every failing parameter */
@Injectable()
export class InputPipe implements PipeTransform {
  transform(value: unknown, { metatype }: ArgumentMetadata): unknown {
    if (!(value instanceof Parameters)) return value;
    const dto = metatype as Dto;
    const known = namesOf(dto);
    const present = presentValues(value, dto, known);
    const instance = plainToInstance(dto, Object.fromEntries(present));
    const errors = errorsOf(instance, value, known);
    if (Object.keys(errors).length > 0) throw new ValidationFailed(errors);
    value.accepted = present;
    value.warnings.add(...unknownNames(value, known));
    return instance;
  }
}

const namesByDto = new Map<Dto, ReadonlySet<string>>();

function namesOf(dto: Dto): ReadonlySet<string> {
  let names = namesByDto.get(dto);
  if (!names) {
    const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
    names = new Set(rules.map((rule) => rule.propertyName));
    namesByDto.set(dto, names);
  }
  return names;
}

/** Blanks at the ends are trimmed first; then an empty text counts as absent, like null. */
function presentValues({ raw }: Parameters, dto: Dto, known: ReadonlySet<string>): Map<string, unknown> {
  const present = new Map<string, unknown>();
  for (const [name, sent] of raw.values) {
    if (!known.has(name) || raw.faults.has(name)) continue;
    const value = typeof sent === 'string' && !isKeptAsSent(dto, name) ? trimmed(sent) : sent;
    if (value !== '' && value !== null) present.set(name, value);
  }
  return present;
}

/** Like `trim`, of U+0020 alone. */
function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (text[start] === ' ') start++;
  while (end > start && text[end - 1] === ' ') end--;
  return text.slice(start, end);
}

function errorsOf(
  instance: object,
  { raw }: Parameters,
  known: ReadonlySet<string>,
): Record<string, string[]> {
  // Without a prototype: a client may call a parameter __proto__.
  const errors = Object.create(null) as Record<string, string[]>;
  for (const error of validateSync(instance, { forbidUnknownValues: false })) {
    errors[error.property] = Object.values(error.constraints ?? {});
  }
  for (const [name, fault] of raw.faults) errors[name.slice(0, 100)] = [`${name.slice(0, 100)} ${fault}.`];
  for (const [name, value] of raw.values) {
    if (known.has(name) || !`${name}${typeof value === 'string' ? value : ''}`.includes('\0')) continue;
    const shown = name.replaceAll('\0', '\ufffd').slice(0, 100);
    errors[shown] = [`${shown} must not contain the character U+0000.`];
  }
  return errors;
}

function unknownNames({ raw }: Parameters, known: ReadonlySet<string>): Warning[] {
  return [...raw.values.keys()]
    .filter((name) => !known.has(name))
    .slice(0, 20)
    .map((name) => ({
      code: 'unknown_parameter',
      field: name.slice(0, 100),
      detail: `${name.slice(0, 100)} is unknown and had no effect.${suggestion(name, known)}`,
    }));
}

function suggestion(name: string, known: ReadonlySet<string>): string {
  if (known.size === 0) return '';
  const nearest = closest(name.slice(0, 100), [...known]);
  return distance(name, nearest) <= Math.max(2, nearest.length / 3) ? ` Did you mean ${nearest}?` : '';
}
