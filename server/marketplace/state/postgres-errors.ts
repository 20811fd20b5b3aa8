import { ProblemError } from '../../contract/problem.js';
import written from './postgres-reasons.json' with { type: 'json' };

/** The state cannot be asked, or it is not known whether it has kept a change; who asks again later may be served. */
export class StateUnavailable extends ProblemError {
  constructor(cause: unknown, reason = reasonOf(cause)) {
    super('unavailable', `the state ${reason}`);
    this.cause = cause;
  }
}

/** What PostgreSQL's codes mean (appendix A of its manual), after "PostgreSQL". */
const reasons: Readonly<Record<string, string>> = written;
/** After these another connection may do better. */
const ofConnection = new Set(['25006', '53300', '57P01', '57P02', '57P03']);
/**
 * Two transactions were in each other's way, or both made the same row; the one that gets the error has changed
 * nothing.
 */
const conflicts = new Set(['40001', '40P01', '23505']);

interface DriverError {
  readonly code?: unknown;
  readonly severity?: unknown;
  readonly syscall?: unknown;
  readonly message?: unknown;
}
const fieldsOf = (error: unknown): DriverError => (typeof error === 'object' && error !== null ? error : {});
/** SQLSTATE, or the system's code; empty for an error with neither. */
export const codeOf = (error: unknown): string => String(fieldsOf(error).code ?? '');

/** What the driver says itself of a connection that has ended or does not answer. */
const driverWords =
  /connection terminated|connection ended|query read timeout|timeout exceeded|timeout expired|not queryable|client was closed/i;

/** Whether a connection is of no use after an error: it has ended, does not answer, or leads to the wrong machine. */
export function isLost(error: unknown): boolean {
  const { severity, syscall, message } = fieldsOf(error);
  if (severity === 'FATAL' || severity === 'PANIC' || ofConnection.has(codeOf(error))) return true;
  const isOfSystem = syscall !== undefined || /^(?:E[A-Z]+|ERR_STREAM_\w+)$/.test(codeOf(error));
  return severity === undefined && (isOfSystem || driverWords.test(String(message)));
}

/** Whether the connection had ended before it was asked, so that what was asked has not been done. */
export const hadEnded = (error: unknown): boolean => isLost(error) && !/timeout/i.test(String(fieldsOf(error).message));

export const isConflict = (error: unknown): boolean => conflicts.has(codeOf(error));

function reasonOf(error: unknown): string {
  const code = codeOf(error);
  const reason = reasons[code];
  if (reason !== undefined) return reason;
  return isConflict(error) ? 'was asked by too many at once' : 'cannot be reached';
}

/** An error of a statement as callers are told it; the same one where it is a fault of the program. */
export function explained(error: unknown): unknown {
  const code = codeOf(error);
  if (isLost(error) || Object.hasOwn(reasons, code)) return new StateUnavailable(error);
  // A text with a NUL, which PostgreSQL cannot keep.
  if (code === '22021') return new ProblemError('invalid', 'a text holds what cannot be kept');
  return error;
}

export const mayNotCreate = 'does not let this user make tables: grant create on schema public, or make it the owner.';

/**
 * What keeps a shop from starting on PostgreSQL, as the end of a sentence about it; null for a fault of the program.
 * May hold a name of the address, never the password.
 */
export function whyRefused(error: unknown): string | null {
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

/** Whether waiting may help a start. */
export const mayPass = (error: unknown): boolean =>
  !/^(?:28|3D|42|25)/.test(codeOf(error)) &&
  !/password|SASL|no such|SSL|certificate/i.test(String(fieldsOf(error).message)) &&
  isLost(error);
