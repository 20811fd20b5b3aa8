/** What the lock files install, and the list of it in the form of CycloneDX. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { at } from './lib-run.ts';

export interface Package {
  name: string;
  version: string;
  /** SPDX expression; empty where the package does not say. */
  license: string;
  /** `sha512-…` in base64; empty for what does not come from a registry. */
  integrity: string;
  /** It is in the image. */
  isProduction: boolean;
  /** Named by the project itself. */
  isDirect: boolean;
}
type Needs = Readonly<Record<string, unknown>>;
interface Locked {
  version?: string;
  license?: string;
  integrity?: string;
  link?: boolean;
  dependencies?: Needs;
  devDependencies?: Needs;
  optionalDependencies?: Needs;
  peerDependencies?: Needs;
  peerDependenciesMeta?: Needs;
}
/** By the path where it is installed; the project itself is at the empty one. */
type Locks = Readonly<Record<string, Locked>>;
const folder = 'node_modules/';
/** The folder of the project that names what only the build needs: the image leaves out what it alone brings. */
export const buildTools = '@local/build-tools';

/** Paths of what the project needs to run. */
function productionPaths(packages: Locks): Set<string> {
  const find = (from: string, name: string): string | undefined => {
    const path = `${from && `${from}/`}${folder}${name}`;
    if (packages[path]) return path;
    return from ? find(from.slice(0, Math.max(0, from.lastIndexOf(`/${folder}`))), name) : undefined;
  };
  const reached = new Set<string>();
  const visit = (from: string): void => {
    const {
      dependencies,
      optionalDependencies,
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = packages[from] ?? {};
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]);
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const path = name === buildTools ? undefined : find(from, name);
      if (!path || reached.has(path)) continue;
      reached.add(path);
      visit(path);
    }
  };
  visit('');
  return reached;
}

/**
 * Every package of a lock file but the project itself and its own folders.
 * @param text `package-lock.json`, version 3
 */
export function packagesOf(text: string): Package[] {
  const { packages } = JSON.parse(text) as { packages: Locks };
  const production = productionPaths(packages);
  const direct = new Set(
    Object.entries(packages)
      .filter(([path]) => !path.includes(folder))
      .flatMap(([, { dependencies, devDependencies }]) => Object.keys({ ...dependencies, ...devDependencies })),
  );
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes(folder) && !link)
    .map(([path, locked]) => {
      const name = path.slice(path.lastIndexOf(folder) + folder.length);
      return {
        name,
        version: locked.version ?? '',
        license: locked.license ?? '',
        integrity: locked.integrity ?? '',
        isProduction: production.has(path),
        isDirect: path === folder + name && direct.has(name),
      };
    });
}

/** Packages of the project, and the Node for machines with an older one. */
export const lockedPackages = (): Package[] => [
  ...packagesOf(readFileSync(at('package-lock.json'), 'utf8')),
  ...packagesOf(readFileSync(at('node-runtime/package-lock.json'), 'utf8')).map((each) => ({
    ...each,
    isProduction: false,
  })),
];

const purl = ({ name, version }: Package): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/**
 * The bill of materials of the image as CycloneDX 1.6: production packages, each with version, licence and checksum.
 * The same packages give the same bytes.
 */
export function billOfMaterials(packages: readonly Package[], version: string): string {
  const components = packages
    .filter(({ isProduction }) => isProduction)
    .map((each) => ({
      type: 'library',
      'bom-ref': purl(each),
      name: each.name,
      version: each.version,
      purl: purl(each),
      ...(each.license && { licenses: [{ expression: each.license }] }),
      ...(each.integrity && {
        hashes: [
          { alg: 'SHA-512', content: Buffer.from(each.integrity.replace('sha512-', ''), 'base64').toString('hex') },
        ],
      }),
    }))
    .filter((each, index, all) => all.findIndex((other) => other.purl === each.purl) === index);
  const digest = createHash('sha256').update(JSON.stringify(components)).digest('hex');
  const serial = [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `4${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ];
  return `${JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      serialNumber: `urn:uuid:${serial.join('-')}`,
      version: 1,
      metadata: { component: { type: 'application', name: 'partavo', version, 'bom-ref': 'partavo' } },
      components,
    },
    null,
    1,
  )}\n`;
}
