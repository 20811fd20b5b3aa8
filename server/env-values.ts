import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';

/** Letters, digits and hyphens between single dots. */
const isHostName = (name: string): boolean =>
  name.length <= 253 && name.split('.').every((label) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/i.test(label));
/** An address or a name for a listening server. */
export const host = z.string().refine((name) => isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 || isHostName(name), {
  message: 'must be an IP address or the name of this machine, such as 127.0.0.1 or 0.0.0.0',
});

/** A whole number in digits. @param meaning ends the sentence about a wrong value */
export const whole = (low: number, high: number, meaning: string) =>
  z
    .string()
    .refine((text) => /^\s*\d{1,9}\s*$/.test(text) && Number(text) >= low && Number(text) <= high, {
      message: `must be a whole number from ${low} to ${high}: ${meaning}`,
    })
    .transform(Number);
export const text = (low: number, high: number, meaning: string) => {
  const message = `must have ${low} to ${high} characters: ${meaning}`;
  return z.string().trim().min(low, message).max(high, message);
};

export const flag = (byDefault: '0' | '1') =>
  z
    .enum(['0', '1'], { message: 'must be 0 or 1' })
    .default(byDefault)
    .transform((text) => text === '1');
/** A decimal number. @param unit such as `seconds` */
export const decimal = (low: number, high: number, unit: string) => {
  const message = `must be ${unit} from ${low} to ${high}`;
  return z.coerce.number({ message }).min(low, message).max(high, message);
};
/** An address. @param form describes it in the sentence about a wrong value, with an example */
export const address = (isRight: (url: URL, text: string) => boolean, form: string) =>
  z.string().refine(
    (text) => {
      const url = URL.parse(text);
      return url !== null && isRight(url, text);
    },
    { message: `must be ${form}`, abort: true },
  );

const longestKey = 400;
/** One key of 32 to 400 characters, or during a change the new key and the previous one with a comma between. */
export const keys = z
  .string()
  .transform((text) => text.split(',').map((key) => key.trim()))
  .refine((all) => all.length <= 2 && all.every((key) => key.length >= 32 && key.length <= longestKey), {
    message: `must have 32 to ${longestKey} characters, or be two such keys with a comma between them`,
    abort: true,
  })
  .transform(([newest = '', ...older]): readonly [string, ...string[]] => [newest, ...older]);

/** A file with keys, such as a container's secret. */
export const keysFile = z.string().transform((path, context) => {
  const { data } = keys.safeParse(readable(path));
  if (data !== undefined) return data;
  context.addIssue(`must be a file with a key of 32 to ${longestKey} characters, or two with a comma between them`);
  return z.NEVER;
});

function readable(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Whether a path is a folder that this user can see. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Whether a name means the machine itself; all names below `localhost` do (RFC 6761, 6.3). */
export const isLoopback = (host: string): boolean => /^(([a-z0-9-]+\.)*localhost|127\.[\d.]+|::1|\[::1\])$/i.test(host);
/** Whether an address is encrypted, or on the same machine, where developers run a checkout of their own. */
export const isGuardedUrl = (text: string): boolean => {
  const url = URL.parse(text);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
};

/** Unusable variables, with a sentence for each. */
export class EnvError extends Error {
  override name = 'EnvError';
  /** Programs end with the message alone, without a stack. */
  readonly isExpectedError = true;

  constructor(readonly errors: readonly string[]) {
    super(errors.join('\n'));
  }
}

export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Checks the environment of a program. An empty variable counts as absent.
 * @throws EnvError, which never repeats a value: it may be a secret
 */
export function readVariables<Schema extends z.ZodType>(schema: Schema, source: Variables): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new EnvError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}.`));
}
