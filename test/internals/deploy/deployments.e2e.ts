import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../../../src/platform/config/config.js';

describe('the Dockerfile', () => {
  it('copies all files of the build', () => {
    const sources = [...readFileSync('Dockerfile', 'utf8').matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(
      ([, files = '']) => files.split(' '),
    );
    const allowed = readFileSync('.dockerignore', 'utf8').split('\n');
    expect(sources.filter((file) => !allowed.includes(`!${file}`))).toEqual([]);
    const folder = mkdtempSync(join(tmpdir(), 'pagegrade-build-'));
    for (const file of sources) cpSync(file, join(folder, file), { recursive: true });
    symlinkSync(realpathSync('node_modules'), join(folder, 'node_modules'));
    execFileSync(process.execPath, ['node_modules/@nestjs/cli/bin/nest.js', 'build'], { cwd: folder });
    const builtFrom = (root: string) =>
      readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' });
    const expected = builtFrom('.').filter((file) => /\.(js|sql)$/.test(file));
    expect(builtFrom(folder)).toEqual(expect.arrayContaining(expected));
    rmSync(folder, { recursive: true });
  });
});

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly spec?: { readonly template?: { readonly spec: PodSpec } };
}

interface PodSpec {
  readonly securityContext: {
    readonly runAsNonRoot?: boolean;
    readonly seccompProfile?: { readonly type: string };
  };
  readonly containers: readonly {
    readonly securityContext: {
      readonly allowPrivilegeEscalation?: boolean;
      readonly capabilities?: { readonly drop: readonly string[] };
    };
  }[];
  readonly volumes?: readonly object[];
}

/** What `kubectl apply -k` takes from a directory. */
function manifestsOf(directory: string): Manifest[] {
  const { resources } = parse(readFileSync(join(directory, 'kustomization.yaml'), 'utf8')) as {
    resources: string[];
  };
  return resources.flatMap((path) =>
    path.endsWith('.yaml')
      ? parseAllDocuments(readFileSync(join(directory, path), 'utf8')).map(
          (document) => document.toJS() as Manifest,
        )
      : manifestsOf(join(directory, path)),
  );
}

/** Why the policy "restricted" refuses a pod.
 *  @see https://kubernetes.io/docs/concepts/security/pod-security-standards/#restricted */
function refusalsOf({ securityContext, containers, volumes = [] }: PodSpec): string[] {
  const filter = securityContext.seccompProfile?.type ?? 'none';
  return [
    ...(securityContext.runAsNonRoot === true ? [] : ['runAsNonRoot']),
    ...(['RuntimeDefault', 'Localhost'].includes(filter) ? [] : [`seccompProfile ${filter}`]),
    ...containers.flatMap(({ securityContext: own }) => [
      ...(own.allowPrivilegeEscalation === false ? [] : ['allowPrivilegeEscalation']),
      ...(own.capabilities?.drop.includes('ALL') ? [] : ['capabilities']),
    ]),
    ...volumes.flatMap((volume) => ('hostPath' in volume ? ['hostPath'] : [])),
  ];
}

describe('deploy/kubernetes', () => {
  const refusals = (manifests: readonly Manifest[]) =>
    manifests.flatMap(({ metadata: { name }, spec }) =>
      spec?.template ? refusalsOf(spec.template.spec).map((refusal) => `${name}: ${refusal}`) : [],
    );
  const policyOf = (manifests: readonly Manifest[]) =>
    manifests.find(({ kind }) => kind === 'Namespace')?.metadata.labels?.[
      'pod-security.kubernetes.io/enforce'
    ];

  it('runs under the policy "restricted", which its namespace enforces', () => {
    const manifests = manifestsOf('deploy/kubernetes');
    expect(policyOf(manifests)).toBe('restricted');
    expect(
      manifests.filter(({ kind }) => kind === 'Deployment').map(({ metadata }) => metadata.name),
    ).toEqual(['api', 'worker']);
    expect(refusals(manifests)).toEqual([]);
  });

  it('has the browser in a namespace of its own, which allows the one thing more that it needs', () => {
    const manifests = manifestsOf('deploy/kubernetes/browser');
    expect(policyOf(manifests)).toBe('privileged');
    expect(refusals(manifests)).toEqual(['browser: seccompProfile Unconfined']);
    expect(manifests.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['ConfigMap', 'NetworkPolicy']));
  });

  it.each(['deploy/kubernetes', 'deploy/kubernetes/browser'])("%s runs this version's image", (directory) => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    const kustomization = readFileSync(join(directory, 'kustomization.yaml'), 'utf8');
    expect(/newTag: (\S+)/.exec(kustomization)?.[1]).toBe(version);
  });
});

describe('deploy/haproxy.cfg', () => {
  it('waits longer for a response than a request can wait for its report', () => {
    const longest = 300;
    expect(readConfig({ STORE_WAIT_SECONDS: String(longest) }).storeWaitSeconds).toBe(longest);
    expect(() => readConfig({ STORE_WAIT_SECONDS: String(longest + 1) })).toThrow();
    const [, seconds] = /^ *timeout server (\d+)s$/m.exec(readFileSync('deploy/haproxy.cfg', 'utf8')) ?? [];
    expect(Number(seconds)).toBeGreaterThan(longest);
  });

  it('replaces what clients send in headers that the API believes', () => {
    const lines = readFileSync('deploy/haproxy.cfg', 'utf8')
      .split('\n')
      .map((line) => line.trim());
    expect(lines.filter((line) => line.startsWith('option forwardfor'))).toEqual([]);
    expect(lines).toContain('http-request del-header Forwarded');
    const removed = lines.indexOf('http-request del-header X-Forwarded- -m beg');
    expect(removed).toBeGreaterThan(0);
    for (const name of ['For', 'Host', 'Proto']) {
      const set = lines.findIndex((line) => line.startsWith(`http-request set-header X-Forwarded-${name} `));
      expect(set).toBeGreaterThan(removed);
    }
  });
});
