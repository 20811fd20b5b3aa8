/** As much of semver as the check of packages uses. */
declare module 'semver' {
  /** Whether one version is older than the other: below 0, 0, above 0. */
  export function compare(one: string, other: string): number;
}
