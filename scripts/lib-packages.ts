/** Lists the packages of the lock files, also as a bill of materials (CycloneDX). */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { at } from './lib-run.ts';

export interface Package {
  name: string;
  version: string;
  /** SPDX expression; empty where the package has none. */
  license: string;
  /** `sha512-…` in base64; empty for a package from elsewhere than a registry. */
  integrity: string;
  /** Whether the image contains the package. */
  isProduction: boolean;
  /** Whether the project's package.json lists the package. */
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

/** All packages of a lock file without the project itself. @param text `package-lock.json`, version 3 */
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

/**
 * Packages of the project, of the tools of its build, and of the Node for older machines; the image has only the first.
 */
export const lockedPackages = (): Package[] =>
  ['', 'scripts', 'node-runtime'].flatMap((place) =>
    packagesOf(readFileSync(at(place, 'package-lock.json'), 'utf8')).map((each) => ({
      ...each,
      isProduction: each.isProduction && place === '',
    })),
  );

const purl = ({ name, version }: Package): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** The bill of materials of the image as CycloneDX 1.6. The same packages give the same bytes. */
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
  const serial = digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-4$3-8$4-$5');
  return `${JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      serialNumber: `urn:uuid:${serial}`,
      version: 1,
      metadata: { component: { type: 'application', name: 'partavo', version, 'bom-ref': 'partavo' } },
      components,
    },
    null,
    1,
  )}\n`;
}
