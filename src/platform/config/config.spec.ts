import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigInvalid, readConfig } from './config.js';

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigInvalid) return error.faults;
    throw error;
  }
  return [];
}

describe('readConfig', () => {
  it('takes defaults from an empty environment', () => {
    expect(readConfig({})).toMatchObject({ port: 3000, databaseUrl: null, scoreGood: 80, stripWww: true });
  });

  it('treats an empty value as unset', () => {
    expect(readConfig({ PORT: '' }).port).toBe(3000);
  });

  it('leaves out the line break that a secret ends with', () => {
    const url = 'postgresql://a@db.example/pagegrade';
    expect(readConfig({ DATABASE_URL: `${url}\n`, PORT: ' 3001' })).toMatchObject({
      databaseUrl: url,
      port: 3001,
    });
  });

  it('names variables that are probably misspelled settings', () => {
    const { misspelled } = readConfig({
      SCOREGOOD: '70',
      QUEUE_LIMITS: '5',
      PATH: '/bin',
      HOSTNAME: 'x',
      LANG: 'C',
    });
    expect(misspelled).toEqual([
      'SCOREGOOD is not a setting. Did you mean SCORE_GOOD?',
      'QUEUE_LIMITS is not a setting. Did you mean QUEUE_LIMIT?',
    ]);
  });

  it('names them also if the setting that was meant is set', () => {
    expect(readConfig({ PORT: '3001', PORTT: '3000' }).misspelled).toEqual([
      'PORTT is not a setting. Did you mean PORT?',
    ]);
  });

  it('takes no variable that other programs set for a misspelled setting', () => {
    const links = ['KUBERNETES', 'API', 'WORKER', 'BROWSER', 'DB', 'POSTGRES', 'METRICS_SERVER'].flatMap(
      (name) => [
        `${name}_SERVICE_HOST`,
        `${name}_SERVICE_PORT`,
        `${name}_SERVICE_PORT_HTTPS`,
        `${name}_PORT`,
        ...['', '_ADDR', '_PORT', '_PROTO'].map((end) => `${name}_PORT_443_TCP${end}`),
      ],
    );
    const npm = ['cache', 'prefix', 'global_prefix', 'noproxy', 'userconfig', 'user_agent'].map(
      (name) => `npm_config_${name}`,
    );
    const others = `PATH HOME HOSTNAME HOSTTYPE PWD OLDPWD SHLVL USER LOGNAME SHELL MAIL TERM COLORTERM LANG LC_ALL TZ
      EDITOR PAGER DISPLAY TMPDIR NODE NODE_ENV NODE_OPTIONS NODE_VERSION YARN_VERSION INIT_CWD COLOR NO_COLOR
      npm_command npm_execpath npm_package_json npm_package_name npm_package_version npm_lifecycle_event CI
      INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET LISTEN_FDS HTTP_PROXY HTTPS_PROXY NO_PROXY SSL_CERT_FILE GPG_KEY
      PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE PGDATA POSTGRES_PASSWORD NODE_EXTRA_CA_CERTS NETWORK_PREFIX
      STOP_GRACE_PERIOD COMPOSE_PROFILES MALLOC_ARENA_MAX AWS_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY`;
    const names = [...links, ...npm, ...others.split(/\s+/)];
    expect(readConfig(Object.fromEntries(names.map((name) => [name, '1']))).misspelled).toEqual([]);
  });

  it('lists every fault at once', () => {
    expect(faultsOf({ PORT: 'x', SCORE_GOOD: '101', STRIP_WWW: 'yes' })).toEqual([
      'PORT must be an integer from 0 to 65535, not "x"',
      'STRIP_WWW must be true or false, not "yes"',
      'SCORE_GOOD must be an integer from 1 to 100, not "101"',
    ]);
  });

  it.each([
    ['PORT', '03000'],
    ['PORT', '65536'],
    ['DATABASE_URL', 'mysql://x/y'],
    ['PUBLIC_URL', 'pagegrade.example.com'],
    ['PUBLIC_URL', 'https://example.com/?a=1'],
    ['PUBLIC_URL', 'https://example.com/?'],
    ['PUBLIC_URL', 'https://example.com/#'],
    ['HOST', ' '],
    ['ALLOWED_TARGETS', '127.0.0.1'],
    ['ALLOWED_TARGETS', 'http://127.0.0.1:80'],
    ['ALLOWED_PORTS', '80,0'],
    ['ALLOWED_PORTS', ' , '],
    ['DNS_SERVERS', 'dns.example'],
    ['DNS_SERVERS', '192.0.2.53:x'],
    ['DNS_SERVERS', '192.0.2.53:65536'],
    ['DNS_SERVERS', '[2001:db8::53]:65536'],
    ['DNS_SERVERS', '127.1'],
    ['TRUSTED_PROXIES', 'everyone'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '::/0'],
    ['TRUSTED_PROXIES', '1'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['CORS_ORIGINS', 'https://app.example.com/path'],
    ['API_KEY', 'two words of a key'],
    ['API_KEY', 'fifteen-letters'],
    ['LOG_LEVEL', 'loud'],
    ['CHECK_LIMITS', 'words'],
    ['CHECK_LIMITS', 'words=5=6'],
    ['CHECK_LIMITS', 'pages=3'],
    ['CHECK_WEIGHTS', 'low=-1'],
  ])('refuses %s=%s', (name, value) => {
    expect(faultsOf({ [name]: value })).toHaveLength(1);
  });

  it('refuses a public URL with a path, and says why', () => {
    expect(faultsOf({ PUBLIC_URL: 'https://example.com/grade/' })).toEqual([
      'PUBLIC_URL must have no path, because pages are served from the root: use a host of its own, like https://pagegrade.example.com, not "https://example.com/grade/"',
    ]);
  });

  it('takes a public URL with and without a slash at its end', () => {
    for (const end of ['', '/'])
      expect(readConfig({ PUBLIC_URL: `https://example.com:8443${end}` }).publicUrl).toBe(
        'https://example.com:8443',
      );
  });

  it('refuses a decent limit that is not below the good one', () => {
    expect(faultsOf({ SCORE_GOOD: '50' })).toEqual(['SCORE_DECENT must be lower than SCORE_GOOD']);
  });

  it('spells allowed targets as URLs do', () => {
    const { allowedTargets } = readConfig({ ALLOWED_TARGETS: 'Intranet.Example:80, [::1]:8080' });
    expect([...allowedTargets]).toEqual(['intranet.example:80', '[::1]:8080']);
  });

  it('reads limits and weights as pairs', () => {
    expect(readConfig({ CHECK_LIMITS: 'words=500, links=80', CHECK_WEIGHTS: 'low=0' })).toMatchObject({
      checkLimits: { words: 500, links: 80 },
      checkWeights: { low: 0 },
    });
  });

  it('reads a secret from a file, without its line end', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'config-')), 'key');
    writeFileSync(file, 'sixteen-letters!\n');
    expect(readConfig({ API_KEY_FILE: file }).apiKey).toBe('sixteen-letters!');
    expect(faultsOf({ API_KEY_FILE: file, API_KEY: 'another-secret-key' })).toHaveLength(1);
    expect(faultsOf({ API_KEY_FILE: `${file}-missing` })).toHaveLength(1);
  });

  it.each([
    'DATABASE_URL',
    'DATABASE_PASSWORD',
    'MIGRATION_DATABASE_URL',
    'READ_DATABASE_URL',
    'API_KEY',
    'BLOBS_S3_SECRET_KEY',
  ])('refuses an empty file for %s', (name) => {
    const file = join(mkdtempSync(join(tmpdir(), 'config-')), 'secret');
    for (const content of ['', ' \n']) {
      writeFileSync(file, content);
      expect(faultsOf({ [`${name}_FILE`]: file })).toContain(
        `${name}_FILE is empty: ${file}. Write the value into it, or remove the setting.`,
      );
    }
  });

  it('adds DATABASE_PASSWORD, or the one in its file, to database URLs that have a user and none', () => {
    const urls = {
      DATABASE_URL: 'postgresql://pagegrade@db:5432/pagegrade',
      READ_DATABASE_URL: 'postgresql://reader:own@replica/pagegrade',
    };
    const completed = {
      databaseUrl: 'postgresql://pagegrade:p%40ss%2F@db:5432/pagegrade',
      migrationDatabaseUrl: 'postgresql://pagegrade:p%40ss%2F@db:5432/pagegrade',
      readDatabaseUrl: 'postgresql://reader:own@replica/pagegrade',
    };
    const file = join(mkdtempSync(join(tmpdir(), 'config-')), 'password');
    writeFileSync(file, 'p@ss/\n');
    expect(readConfig({ ...urls, DATABASE_PASSWORD: 'p@ss/' })).toMatchObject(completed);
    expect(readConfig({ ...urls, DATABASE_PASSWORD_FILE: file })).toMatchObject(completed);
    expect(readConfig(urls).databaseUrl).toBe(urls.DATABASE_URL);
    expect(readConfig({ DATABASE_PASSWORD_FILE: file }).databaseUrl).toBeNull();
    const own = { ...urls, MIGRATION_DATABASE_URL: 'postgresql://owner@db/pagegrade' };
    expect(readConfig({ ...own, DATABASE_PASSWORD: 'p' }).migrationDatabaseUrl).toBe(
      'postgresql://owner:p@db/pagegrade',
    );
    const faults = faultsOf({ ...urls, DATABASE_PASSWORD: 'hunter2', DATABASE_PASSWORD_FILE: file });
    expect(faults).toEqual(['DATABASE_PASSWORD and DATABASE_PASSWORD_FILE are both set: remove one of them']);
    expect(faultsOf({ ...urls, DATABASE_PASSWORD_FILE: `${file}-missing` })).toHaveLength(1);
  });

  it('needs the database of a replica and of migrations', () => {
    const url = 'postgresql://pagegrade@db.example/pagegrade';
    expect(faultsOf({ READ_DATABASE_URL: url, MIGRATION_DATABASE_URL: url, DATABASE_URL: '' })).toEqual([
      'READ_DATABASE_URL without DATABASE_URL: set both, or neither',
      'MIGRATION_DATABASE_URL without DATABASE_URL: set both, or neither',
    ]);
    expect(readConfig({ READ_DATABASE_URL: url, DATABASE_URL: url }).readDatabaseUrl).toBe(url);
  });

  it('needs all settings of the object store, or none', () => {
    const store = {
      BLOBS_S3_ENDPOINT: 'https://objects.example.com/',
      BLOBS_S3_BUCKET: 'pagegrade',
      BLOBS_S3_ACCESS_KEY: 'id',
    };
    expect(readConfig({ BLOBS_S3_REGION: 'eu-central-1' }).blobsS3).toBeNull();
    expect(faultsOf(store)).toEqual([
      'BLOBS_S3_ENDPOINT, BLOBS_S3_BUCKET, BLOBS_S3_ACCESS_KEY without BLOBS_S3_SECRET_KEY: set all of them, or none',
    ]);
    const file = join(mkdtempSync(join(tmpdir(), 'config-')), 'secret');
    writeFileSync(file, 'hunter2\n');
    expect(readConfig({ ...store, BLOBS_S3_SECRET_KEY_FILE: file }).blobsS3).toEqual({
      endpoint: 'https://objects.example.com',
      bucket: 'pagegrade',
      region: 'us-east-1',
      accessKey: 'id',
      secretKey: 'hunter2',
    });
    const faults = faultsOf({ ...store, BLOBS_S3_BUCKET: '../other', BLOBS_S3_SECRET_KEY: 'hunter2' });
    expect(faults).toEqual([expect.stringContaining('BLOBS_S3_BUCKET must have 3 to 63')]);
  });

  it('never repeats a secret in a fault', () => {
    expect(faultsOf({ DATABASE_URL: 'mysql://user:hunter2@x', API_KEY: 'hunter2 x' }).join()).not.toContain(
      'hunter2',
    );
  });

  it('documents every setting in .env.example, with its real default', () => {
    const example = readFileSync('.env.example', 'utf8');
    const source = readFileSync('src/platform/config/config.ts', 'utf8');
    const names = [...source.matchAll(/\.read(?:Secret)?\('([A-Z\d_]+)'/g)].map((match) => match[1]);
    expect([...example.matchAll(/^(?:# )?([A-Z\d_]+)=/gm)].map((match) => match[1]).sort()).toEqual(
      names.sort(),
    );
    const defaults = Object.fromEntries(
      [...example.matchAll(/^([A-Z\d_]+)=(.*)$/gm)].map((match) => [match[1], match[2]]),
    );
    expect(readConfig(defaults)).toEqual(readConfig({}));
  });
});
