/** Whether a host, with its port unless that is the scheme's own, is one of the operator's (IMAGE_HOSTS). */
export function isAllowedHost(allowed: readonly string[], host: string): boolean {
  return allowed.some((entry) => {
    const name = entry.replace(/^https:\/\//i, '').toLowerCase();
    return name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name;
  });
}
