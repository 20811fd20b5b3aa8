/** Lists the packages that the lock files install, also as a bill of materials (CycloneDX). */
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
interface Locked {
  version?: string;
  license?: string;
  integrity?: string;
  dev?: boolean;
  devOptional?: boolean;
  link?: boolean;
}
type Needs = Readonly<Record<string, string>>;
interface Lock {
  packages: Record<string, Locked & { dependencies?: Needs; devDependencies?: Needs }>;
}
const folder = 'node_modules/';

/**
 * Every package of a lock file but the project itself and its own folders.
 * @param text `package-lock.json`, version 3
 */
export function packagesOf(text: string): Package[] {
  const { packages } = JSON.parse(text) as Lock;
  const { dependencies, devDependencies } = packages[''] ?? {};
  const direct = new Set(Object.keys({ ...dependencies, ...devDependencies }));
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes(folder) && !link)
    .map(([path, locked]) => {
      const name = path.slice(path.lastIndexOf(folder) + folder.length);
      return {
        name,
        version: locked.version ?? '',
        license: locked.license ?? '',
        integrity: locked.integrity ?? '',
        isProduction: !locked.dev && !locked.devOptional,
        isDirect: path === folder + name && direct.has(name),
      };
    });
}

/** Packages of the project; tools of its build and the Node for older machines, which the image does not get. */
export const lockedPackages = (): Package[] =>
  ['', 'scripts', 'node-runtime'].flatMap((place) =>
    packagesOf(readFileSync(at(place, 'package-lock.json'), 'utf8')).map((each) => ({
      ...each,
      isProduction: each.isProduction && place === '',
    })),
  );

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
