import { z } from 'zod';
import { isLoopback } from '../../env-values.js';
import type { Mistake } from '../../shop-file/shop-file-content.js';

/** Variables of the process, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

const named = /^env:([A-Za-z_]\w*)$/;
/** Parameters of addresses that contain keys. */
const keyWords = /key|token|pass|pwd|secret|sig|auth/i;

export const nameSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be 1 to 40 lower-case letters, digits and hyphens');
/** The name of a variable with a secret. */
export const secretSchema = z
  .string()
  .regex(named, 'is a secret and belongs into the environment; write env:NAME here');
/** An address, or the name of a variable with an address that contains a key. */
export const addressSchema = z.string().min(1);

export interface ValueNeeds {
  /** @returns null for a text that names no variable */
  secretOf(text: string): { name: string; value: string | undefined } | null;
  readonly isLoopbackAllowed: boolean;
  /** Collects faults. */
  readonly mistakes: Mistake[];
}
type Path = readonly (string | number)[];

export const secretOf =
  (environment: Environment): ValueNeeds['secretOf'] =>
  (text) => {
    const name = named.exec(text)?.[1];
    return name === undefined ? null : { name, value: environment[name] || undefined };
  };

/** Returns the value of a variable. A missing one is a fault, which names the variable. */
export function fromEnvironment(text: string, path: Path, { secretOf: find, mistakes }: ValueNeeds): string {
  const found = find(text);
  if (found && found.value === undefined)
    mistakes.push({ path, message: `the environment has no value for ${found.name}` });
  return found ? (found.value ?? '') : text;
}

/** Returns an https address. Plain http is allowed to this machine for tests. */
export function addressFrom(text: string, path: Path, needs: ValueNeeds): string {
  const address = fromEnvironment(text, path, needs);
  if (address === '') return address;
  const isInFile = needs.secretOf(text) === null;
  const url = URL.parse(address);
  const isUsable =
    url?.protocol === 'https:' || (needs.isLoopbackAllowed && url?.protocol === 'http:' && isLoopback(url.hostname));
  if (!url || !isUsable) needs.mistakes.push({ path, message: 'must be an https address, or env:NAME' });
  else if (isInFile && (url.username || url.password || [...url.searchParams.keys()].some((key) => keyWords.test(key))))
    needs.mistakes.push({ path, message: 'holds a key or a password: put it into the environment and write env:NAME' });
  return address;
}

export const webhookSchema = z.strictObject({
  name: nameSchema,
  address: addressSchema,
  /** Several while a secret is exchanged. */
  secrets: z.array(secretSchema).min(1, 'must name a secret').max(5),
});

/** A receiver of messages about the shop (Standard Webhooks). */
export interface WebhookSettings {
  readonly name: string;
  readonly address: string;
  readonly secrets: readonly string[];
}

/** `whsec_` and 24 to 64 bytes (Standard Webhooks, symmetric secrets). */
function isSigningSecret(text: string): boolean {
  const [, key = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const { length } = Buffer.from(key, 'base64');
  return length >= 24 && length <= 64;
}

export function webhookSettings(
  { name, address, secrets }: z.output<typeof webhookSchema>,
  path: Path,
  needs: ValueNeeds,
): WebhookSettings {
  return {
    name,
    address: addressFrom(address, [...path, 'address'], needs),
    secrets: secrets.map((text, index) => {
      const place = [...path, 'secrets', index];
      const secret = fromEnvironment(text, place, needs);
      if (secret !== '' && !isSigningSecret(secret))
        needs.mistakes.push({ path: place, message: 'must be whsec_ and 24 to 64 bytes in base64' });
      return secret;
    }),
  };
}
