import { DefaultNamingStrategy, type NamingStrategyInterface, type Table } from 'typeorm';

/** camelCase properties are snake_case columns, and constraints have PostgreSQL's own names. */
export class SnakeNamingStrategy extends DefaultNamingStrategy implements NamingStrategyInterface {
  override columnName(propertyName: string, customName: string | undefined, prefixes: string[]): string {
    const name = [...prefixes, customName ?? propertyName].join('_');
    return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }

  override primaryKeyName(table: Table | string): string {
    return `${nameOf(table)}_pkey`;
  }

  override uniqueConstraintName(table: Table | string, columns: string[]): string {
    return `${nameOf(table)}_${columns.join('_')}_key`;
  }

  override foreignKeyName(table: Table | string, columns: string[]): string {
    return `${nameOf(table)}_${columns.join('_')}_fkey`;
  }
}

function nameOf(table: Table | string): string {
  return typeof table === 'string' ? table : table.name;
}
