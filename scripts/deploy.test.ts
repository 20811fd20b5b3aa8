import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { variableNames } from '../server/env.js';
import { readCommandEnv, readMarketplaceEnv } from '../server/env-marketplace.js';
import { demoEntry, marketplaceEntries } from './build-server.ts';
import { root, serverEnv, serverFlags } from './lib-run.ts';

/** The files of `deploy/` against the program: variables, ports, paths and commands are those that there are. */
const read = (file: string): string => readFileSync(join(root, 'deploy', file), 'utf8');
const parse = (file: string): unknown[] =>
  parseAllDocuments(read(file), { merge: true }).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS({ mapAsMap: false });
  });

const known = new Set([...variableNames, 'MARKETPLACE_PORT', 'IMPORT_PRIORITY']);
const programs = new Set(['operate', ...Object.keys(marketplaceEntries), ...Object.keys(demoEntry)]);
/** Programs that commands name, as `dist/NAME.js`. */
const named = (command: readonly string[]): string[] =>
  [...command.join(' ').matchAll(/dist\/([\w-]+)\.js/g)].map(([, name]) => String(name));

const service = z.looseObject({
  image: z.string(),
  user: z.string().optional(),
  read_only: z.boolean().optional(),
  environment: z.record(z.string(), z.string()).optional(),
  command: z.array(z.string()).optional(),
  entrypoint: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).optional(),
});
const compose = z.looseObject({
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.unknown()),
});

test('the image has the flags of `npm start` for Node and the C library', () => {
  const image = readFileSync(join(root, 'Dockerfile'), 'utf8');
  for (const [name, value] of Object.entries(serverEnv)) expect(image).toContain(` ${name}=${value} `);
  expect(image).toContain(`CMD ["node", ${serverFlags.map((flag) => JSON.stringify(flag)).join(', ')}, `);
});

describe('compose.yaml', () => {
  const { services, volumes } = compose.parse(parse('compose.yaml')[0]);
  const ours = Object.entries(services).filter(([, { image }]) => image.includes('partavo'));

  test('our containers have known variables and programs, read-only files, and an unprivileged user', () => {
    expect(ours.map(([name]) => name)).toEqual(['seed', 'marketplace', 'web1', 'web2', 'importer', 'backup']);
    for (const [name, { environment = {}, command = [], entrypoint = [], user, read_only }] of ours) {
      expect([name, Object.keys(environment).filter((key) => !known.has(key))]).toEqual([name, []]);
      expect([name, named([...command, ...entrypoint]).filter((program) => !programs.has(program))]).toEqual([
        name,
        [],
      ]);
      expect([name, user, read_only]).toEqual([name, '1000:1000', true]);
    }
  });

  test('the services and volumes of each container exist', () => {
    for (const { depends_on: waits = {}, volumes: mounts = [] } of Object.values(services)) {
      for (const other of Array.isArray(waits) ? waits : Object.keys(waits)) expect(services).toHaveProperty(other);
      for (const mount of mounts.map((text) => text.split(':')[0] ?? ''))
        if (!mount.startsWith('.')) expect(volumes).toHaveProperty(mount);
    }
  });

  test('the programs accept these variables with secrets of the right length', () => {
    const given = {
      SESSION_SECRET: 's'.repeat(32),
      MARKETPLACE_TRUST: 't'.repeat(32),
      POSTGRES_PASSWORD: 'p',
      STORE_SECRET: 'q',
    };
    const filled = (name: string): Record<string, string> =>
      Object.fromEntries(
        Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [
          key,
          value.replace(/\$\{(\w+)[^}]*\}/g, (_, variable: keyof typeof given) => given[variable]),
        ]),
      );
    expect(readMarketplaceEnv(filled('marketplace'))).toMatchObject({ CATALOGUE_STORE: 's3://partavo/catalogue' });
    expect(readCommandEnv(filled('importer'))).toMatchObject({ AWS_ENDPOINT_URL_S3: 'http://store:9000' });
  });

  test('nginx lists the existing shops', () => {
    const shops = [...read('nginx.conf').matchAll(/^\s*server (\w+):3000/gm)].map(([, name]) => name);
    expect(shops).toEqual(Object.keys(services).filter((name) => name.startsWith('web')));
  });
});

const probe = z.looseObject({
  httpGet: z.object({ path: z.string(), port: z.string() }).optional(),
  tcpSocket: z.object({ port: z.string() }).optional(),
});
const container = z.looseObject({
  name: z.string(),
  image: z.literal('partavo'),
  args: z.array(z.string()).optional(),
  env: z.array(z.looseObject({ name: z.string(), value: z.string().optional(), valueFrom: z.unknown().optional() })),
  ports: z.array(z.object({ name: z.string(), containerPort: z.int() })).optional(),
  startupProbe: probe.optional(),
  livenessProbe: probe.optional(),
  readinessProbe: probe.optional(),
  resources: z.object({ requests: z.record(z.string(), z.string()), limits: z.object({ memory: z.string() }) }),
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })),
});
const pod = z.looseObject({
  securityContext: z.looseObject({ runAsNonRoot: z.literal(true), runAsUser: z.literal(1000) }),
  containers: z.array(container),
  volumes: z.array(z.looseObject({ name: z.string() })),
});

describe('kubernetes/', () => {
  const files = readdirSync(join(root, 'deploy/kubernetes')).filter((name) => name.endsWith('.yaml'));
  const resources = files.flatMap((name) => parse(`kubernetes/${name}`)) as { kind: string; [key: string]: unknown }[];
  const settings = (name: string): string[] =>
    [...read(`kubernetes/${name}`).matchAll(/^(\w+)=/gm)].map(([, key]) => String(key));
  /** Pods at any depth of a Deployment, StatefulSet or Job. */
  const podsIn = (value: unknown): unknown[] => {
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, inner]) =>
      key === 'spec' && typeof inner === 'object' && inner !== null && 'containers' in inner ? [inner] : podsIn(inner),
    );
  };
  const pods = podsIn(resources).map((found) => pod.parse(found));

  test('kustomization.yaml lists all files', () => {
    const listed = (resources.find(({ kind }) => kind === 'Kustomization')?.resources ?? []) as string[];
    expect([...listed, 'kustomization.yaml'].sort()).toEqual(files.sort());
    for (const kind of ['PodDisruptionBudget', 'HorizontalPodAutoscaler', 'Ingress'])
      expect(resources.map((each) => each.kind)).toContain(kind);
  });

  test('containers have known variables, programs, ports and volumes, and refer to secrets', () => {
    expect(pods.flatMap(({ containers }) => containers.map(({ name }) => name)).sort()).toEqual([
      'backup',
      'import',
      'marketplace',
      'upgrade',
      'web',
    ]);
    for (const { containers, volumes } of pods)
      for (const { name, env, args = [], ports = [], volumeMounts, ...probes } of containers) {
        expect([name, env.map((each) => each.name).filter((key) => !known.has(key))]).toEqual([name, []]);
        expect([name, named(args).filter((program) => !programs.has(program))]).toEqual([name, []]);
        for (const { name: key, value } of env)
          if (/SECRET|MARKETPLACE_TRUST|DATABASE_URL|ACCESS_KEY/.test(key))
            expect([key, value]).toEqual([key, undefined]);
        for (const one of [probes.startupProbe, probes.livenessProbe, probes.readinessProbe]) {
          if (one?.httpGet) expect(['/livez', '/readyz']).toContain(one.httpGet.path);
          const port = one?.httpGet?.port ?? one?.tcpSocket?.port;
          if (port) expect(ports.map((each) => each.name)).toContain(port);
        }
        for (const { name: volume } of volumeMounts)
          if (name !== 'marketplace' || volume !== 'data') expect(volumes.map((each) => each.name)).toContain(volume);
      }
  });

  test('containers refer to exactly the existing settings and secrets', () => {
    const text = files.map((name) => read(`kubernetes/${name}`)).join('\n');
    const wanted = (kind: string): string[] => [
      ...new Set(
        [...text.matchAll(new RegExp(`${kind}: \\{ name: partavo, key: (\\w+) \\}`, 'g'))].map(([, key]) =>
          String(key),
        ),
      ),
    ];
    expect(wanted('secretKeyRef').sort()).toEqual(settings('secrets.env').sort());
    expect(wanted('configMapKeyRef').sort()).toEqual(settings('settings.env').sort());
  });

  test('no program starts with the sample secrets', () => {
    for (const line of read('kubernetes/secrets.env').trim().split('\n')) expect(line).toMatch(/=change-me$/);
    const given = Object.fromEntries(
      read('kubernetes/secrets.env')
        .trim()
        .split('\n')
        .map((line) => line.split('=') as [string, string]),
    );
    expect(() => readMarketplaceEnv(given)).toThrow(/MARKETPLACE_TRUST/);
  });
});
