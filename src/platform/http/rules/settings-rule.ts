import { type Config } from '../../config/config.js';
import { type Fields } from '../input/input.js';
import { trimmed } from './parameter.js';

/** A rule of a text that depends on the settings.
 *  @returns the broken rule as the rest of a sentence: "url must …"; null if it is kept */
export type SettingsRule = (text: string, config: Config) => string | null;

const rulesByDto = new WeakMap<object, Map<string, SettingsRule>>();

/** Refuses a field together with all others that are invalid. The service judges it again, where it uses it. */
export function BySettings(rule: SettingsRule): PropertyDecorator {
  return (prototype, property) => {
    const rules = rulesByDto.get(prototype) ?? new Map<string, SettingsRule>();
    rulesByDto.set(prototype, rules.set(String(property), rule));
  };
}

/** The sentences of the broken rules of a DTO, by field. */
export function settingsFaults(
  dto: new () => object,
  fields: Fields,
  config: Config,
): Record<string, string[]> {
  const rules = [...(rulesByDto.get(dto.prototype as object) ?? [])];
  return Object.fromEntries(
    rules.flatMap(([name, rule]) => {
      const value = fields[name];
      const text = typeof value === 'string' ? trimmed(value) : '';
      const fault = text === '' ? null : rule(text, config);
      return fault === null ? [] : [[name, [`${name} ${fault}.`]]];
    }),
  );
}
