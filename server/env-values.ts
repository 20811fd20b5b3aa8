import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';

/** Letters, digits and hyphens between single dots. */
const isHostName = (name: string): boolean =>
  name.length <= 253 && name.split('.').every((label) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/i.test(label));
/** An address or a name that a server can listen on. */
export const host = z.string().refine((name) => isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 || isHostName(name), {
  message: 'must be an IP address or the name of this machine, such as 127.0.0.1 or 0.0.0.0',
});

/** A whole number in digits. @param meaning what is counted, which the sentence about a wrong value ends with */
export const whole = (low: number, high: number, meaning: string) =>
  z
    .string()
    .refine((text) => /^\s*\d{1,9}\s*$/.test(text) && Number(text) >= low && Number(text) <= high, {
      message: `must be a whole number from ${low} to ${high}: ${meaning}`,
    })
    .transform(Number);
/** A text between two lengths, for its sentence. */
export const text = (low: number, high: number, meaning: string) => {
  const message = `must have ${low} to ${high} characters: ${meaning}`;
  return z.string().trim().min(low, message).max(high, message);
};

/** `1` or `0`. */
export const flag = (byDefault: '0' | '1') =>
  z
    .enum(['0', '1'], { message: 'must be 0 or 1' })
    .default(byDefault)
    .transform((text) => text === '1');
/** A number with decimals. @param unit such as `seconds` */
export const decimal = (low: number, high: number, unit: string) => {
  const message = `must be ${unit} from ${low} to ${high}`;
  return z.coerce.number({ message }).min(low, message).max(high, message);
};
/** An address whose parts fit. @param form what it must be, with an example */
export const address = (isRight: (url: URL, text: string) => boolean, form: string) =>
  z.string().refine(
    (text) => {
      const url = URL.parse(text);
      return url !== null && isRight(url, text);
    },
    { message: `must be ${form}`, abort: true },
  );

/** A file with a secret, such as those that containers are given: its text without what stands around it. */
export const secretFile = (low: number, high: number, meaning: string) =>
  z.string().transform((path, context) => {
    const { data } = text(low, high, meaning).safeParse(readable(path));
    if (data !== undefined) return data;
    context.addIssue(`must be a file with ${low} to ${high} characters: ${meaning}`);
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

/** Names of the machine itself; those below `localhost` are too (RFC 6761, 6.3). */
export const isLoopback = (host: string): boolean => /^(([a-z0-9-]+\.)*localhost|127\.[\d.]+|::1|\[::1\])$/i.test(host);
/** Over the open net only encrypted; a checkout, or whatever else is being built, may run on the same machine. */
export const isGuardedUrl = (text: string): boolean => {
  const url = URL.parse(text);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
};

/** Thrown at boot; `errors` has one sentence per unusable variable. */
export class EnvError extends Error {
  constructor(readonly errors: readonly string[]) {
    super(errors.join('\n'));
    this.name = 'EnvError';
  }
}

/** Variables of a process: all of them text, if they are set. */
export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * What a program is told by its environment, checked and typed. An empty variable counts as absent.
 *
 * @throws EnvError when a variable cannot be used; the value itself is not repeated, since it may be a secret.
 */
export function readVariables<Schema extends z.ZodType>(schema: Schema, source: Variables): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new EnvError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}.`));
}
