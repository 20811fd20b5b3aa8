/**
 * `npm run packages`: checks number, checksums and licences of the installed packages. It also checks the reasons of
 * the direct ones in docs/packages.md.
 */
import { readFileSync } from 'node:fs';
import { lockedPackages } from './lib-packages.ts';
import { at } from './lib-run.ts';

const most = { direct: 32, all: 230 };
/** Licences that require no more than a notice, and LGPL for an unchanged library. */
const allowed =
  /^(?:MIT|MIT-0|ISC|0BSD|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|Unlicense|Zlib|CC0-1\.0|LGPL-3\.0-or-later)$/;
/** Further licences of tools that are not in the image. */
const allowedForTools = /^(?:MPL-2\.0|CC-BY-4\.0|Python-2\.0)$/;

const packages = lockedPackages();
const production = packages.filter(({ isProduction }) => isProduction);
const { dependencies }: { dependencies: object } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
const direct = Object.keys(dependencies);
const reasons = new Set(
  [...readFileSync(at('docs/packages.md'), 'utf8').matchAll(/^\| `([^`]+)` \| \S/gm)].map(([, name]) => name),
);
const problems: string[] = [];
if (direct.length > most.direct) problems.push(`${direct.length} direct packages, ${most.direct} are the limit`);
if (production.length > most.all)
  problems.push(`${production.length} packages in the image, ${most.all} are the limit`);
for (const { name, version, license, integrity, isProduction, isDirect } of packages) {
  const parts = license.replace(/[()]/g, '').split(/ (?:AND|OR) /);
  const isAllowed = parts.every((part) => allowed.test(part) || (!isProduction && allowedForTools.test(part)));
  if (!isAllowed) problems.push(`${name} ${version} is under ${license || 'no licence that it names'}`);
  if (!integrity.startsWith('sha512-')) problems.push(`${name} ${version} has no checksum`);
  if (isDirect && !reasons.has(name)) problems.push(`${name} has no reason in docs/packages.md`);
}
for (const name of reasons)
  if (!packages.some((each) => each.isDirect && each.name === name))
    problems.push(`${name} in docs/packages.md is not used`);
console.log(
  `${production.length} packages in the image, ${direct.length} of them direct; ${packages.length} with all tools.`,
);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
