import { ProblemError } from '../../contract/problem.js';
import written from './postgres-reasons.json' with { type: 'json' };

/** The state cannot be reached, or the outcome of a change is unknown. A later request may succeed. */
export class StateUnavailable extends ProblemError {
  /** Logs and commands report it as an outage (`expected-error.ts`). */
  readonly isOutage = true;
  constructor(cause: unknown, reason = reasonOf(cause)) {
    super('unavailable', `PostgreSQL ${reason}.`);
    this.cause = cause;
  }
}

/** Reasons by PostgreSQL's error codes (appendix A of its manual), after "PostgreSQL". */
const reasons: Readonly<Record<string, string>> = written;
/** Error codes after which another connection may work. */
const ofConnection = new Set(['25006', '53300', '57P01', '57P02', '57P03']);
/** Two transactions conflicted, or made the same row. The one with the error has changed nothing. */
const conflicts = new Set(['40001', '40P01', '23505']);

interface DriverError {
  readonly code?: unknown;
  readonly severity?: unknown;
  readonly syscall?: unknown;
  readonly message?: unknown;
}
const fieldsOf = (error: unknown): DriverError => (typeof error === 'object' && error !== null ? error : {});
/** SQLSTATE or the system's code; empty if there is neither. */
export const codeOf = (error: unknown): string => String(fieldsOf(error).code ?? '');

/** Messages of the driver about lost or silent connections. */
const driverWords =
  /connection terminated|connection ended|query read timeout|timeout exceeded|timeout expired|not queryable|client was closed/i;

/** Whether a connection is useless after an error: it has ended, is silent, or leads to another machine. */
export function isLost(error: unknown): boolean {
  const { severity, syscall, message } = fieldsOf(error);
  if (severity === 'FATAL' || severity === 'PANIC' || ofConnection.has(codeOf(error))) return true;
  const isOfSystem = syscall !== undefined || /^(?:E[A-Z]+|ERR_STREAM_\w+)$/.test(codeOf(error));
  return severity === undefined && (isOfSystem || driverWords.test(String(message)));
}

/** Whether the connection ended before the statement, which has not run. */
export const wasClosed = (error: unknown): boolean =>
  isLost(error) && !/timeout/i.test(String(fieldsOf(error).message));

export const isConflict = (error: unknown): boolean => conflicts.has(codeOf(error));

function reasonOf(error: unknown): string {
  const code = codeOf(error);
  const reason = reasons[code];
  if (reason !== undefined) return reason;
  return isConflict(error) ? 'was asked by too many at once' : 'cannot be reached';
}

/** Translates an error for callers; an error of the program stays as it is. */
export function explained(error: unknown): unknown {
  const code = codeOf(error);
  if (isLost(error) || Object.hasOwn(reasons, code)) return new StateUnavailable(error);
  // PostgreSQL cannot store a text with NUL.
  if (code === '22021') return new ProblemError('invalid', 'a text holds what cannot be kept');
  return error;
}

export const mayNotCreate = 'does not let this user make tables: grant create on schema public, or make it the owner.';

/**
 * Explains why a shop cannot start on PostgreSQL, after its name; null for an error of the program. The text may
 * contain names of the address, never the password.
 */
export function refusalOf(error: unknown): string | null {
  const code = codeOf(error);
  const message = String(fieldsOf(error).message);
  if (/^28/.test(code) || /password|SASL|no such user|authentication/i.test(message))
    return 'refuses user or password. Both are in DATABASE_URL.';
  if (code === '3D000' || /no such database/i.test(message))
    return 'has no database of this name. Make it: create database … encoding UTF8.';
  if (code === '42501') return mayNotCreate;
  if (code === '25006') return 'is read-only: it is a standby, or was made so. Name the primary in DATABASE_URL.';
  if (/SSL|self.signed|certificate/i.test(message + code))
    return `cannot be spoken to with TLS as DATABASE_URL asks (${message.replace(/\s+/g, ' ')}).`;
  const reason = reasons[code];
  if (reason !== undefined) return `${reason}.`;
  return isLost(error) ? `cannot be reached (${code || message}).` : null;
}

/** Whether a later start may succeed. */
export const isTransient = (error: unknown): boolean =>
  !/^(?:28|3D|42|25)/.test(codeOf(error)) &&
  !/password|SASL|no such|SSL|certificate/i.test(String(fieldsOf(error).message)) &&
  isLost(error);
