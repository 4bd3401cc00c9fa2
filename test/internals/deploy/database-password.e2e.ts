import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';

const { services } = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }) as {
  services: { password: { command: string[]; volumes: string[] } };
};
const [program, ...args] = services.password.command;
const script = args.at(-1) ?? '';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pagegrade-password-'));
  for (const volume of ['database', 'data']) mkdirSync(join(folder, volume));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Runs the service with folders instead of its volumes.
 *  @returns the password that the database gets */
function passwordAfter(environment: Readonly<Record<string, string>> = {}): string {
  const command = args.map((text) =>
    text.replaceAll("'/run/database/", `'${folder}/database/`).replaceAll("'/data'", `'${folder}/data'`),
  );
  execFileSync(program === 'node' ? process.execPath : '', command, { env: environment });
  return readFileSync(join(folder, 'database/password'), 'utf8');
}

/** As it is when PostgreSQL has made its files. */
function initializeDatabase(): void {
  mkdirSync(join(folder, 'data/18/docker'), { recursive: true });
}

describe('the service "password" in docker-compose.yml', () => {
  it('has a script in which Compose replaces nothing, and the volumes that it uses', () => {
    expect(script).not.toContain('$');
    expect(services.password.volumes).toEqual(['database-password:/run/database', 'data:/data:ro']);
    expect(script.match(/'\/[^']*'/g)).toEqual(["'/run/database/password'", "'/data'"]);
  });

  it('makes a password that nobody can guess or change', () => {
    const password = passwordAfter();
    expect(password).toMatch(/^[\da-f]{48}$/);
    expect(statSync(join(folder, 'database/password')).mode & 0o777).toBe(0o444);
    rmSync(join(folder, 'database/password'));
    expect(passwordAfter()).not.toBe(password);
  });

  it('keeps the password that it has made, also when there is a database', () => {
    const password = passwordAfter();
    expect(passwordAfter()).toBe(password);
    initializeDatabase();
    expect(passwordAfter({ POSTGRES_PASSWORD: '' })).toBe(password);
  });

  it('keeps the default password of a database of an earlier version', () => {
    initializeDatabase();
    expect(passwordAfter()).toBe('pagegrade');
    expect(passwordAfter()).toBe('pagegrade');
  });

  it('takes POSTGRES_PASSWORD instead, and keeps it', () => {
    passwordAfter();
    expect(passwordAfter({ POSTGRES_PASSWORD: 'sesame' })).toBe('sesame');
    expect(passwordAfter()).toBe('sesame');
    initializeDatabase();
    writeFileSync(join(folder, 'data/file'), '');
    expect(passwordAfter({ POSTGRES_PASSWORD: 'changed later' })).toBe('changed later');
    expect(passwordAfter()).toBe('changed later');
  });
});
