/** Security advisories in the form of OSV (https://ossf.github.io/osv-schema/), as an operator exports them for npm. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare } from 'semver';
import type { Package } from './lib-packages.ts';

interface Advisory {
  id: string;
  summary?: string;
  withdrawn?: string;
  affected?: {
    package?: { ecosystem?: string; name?: string };
    versions?: string[];
    ranges?: { type: string; events: { introduced?: string; fixed?: string; last_affected?: string }[] }[];
  }[];
}
export interface Found {
  id: string;
  summary: string;
  package: Package;
}

/** Whether a version is affected: introduced, and not yet fixed. */
function isWithin(version: string, events: { introduced?: string; fixed?: string; last_affected?: string }[]): boolean {
  let isAffected = false;
  for (const { introduced, fixed, last_affected: last } of events) {
    if (introduced !== undefined && (introduced === '0' || compare(version, introduced) >= 0)) isAffected = true;
    if (fixed !== undefined && compare(version, fixed) >= 0) isAffected = false;
    if (last !== undefined && compare(version, last) > 0) isAffected = false;
  }
  return isAffected;
}

/** Finds advisories of packages in a folder of OSV files. @throws Error with the name of a malformed file */
export function findAdvisories(dir: string, packages: readonly Package[]): { read: number; found: Found[] } {
  const byName = Map.groupBy(packages, ({ name }) => name);
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
  const found: Found[] = [];
  for (const file of files) {
    let advisory: Advisory;
    try {
      advisory = JSON.parse(readFileSync(join(dir, file), 'utf8'));
    } catch (error) {
      throw new Error(`${file} is no advisory of OSV: ${(error as Error).message}`);
    }
    if (advisory.withdrawn !== undefined) continue;
    for (const { package: named, versions = [], ranges = [] } of advisory.affected ?? []) {
      if (named?.ecosystem !== 'npm') continue;
      for (const each of byName.get(named.name ?? '') ?? []) {
        const isAffected =
          versions.includes(each.version) ||
          ranges.some(({ type, events }) => type === 'SEMVER' && isWithin(each.version, events));
        if (isAffected) found.push({ id: advisory.id, summary: advisory.summary ?? '', package: each });
      }
    }
  }
  return { read: files.length, found };
}
