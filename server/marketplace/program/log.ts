/** Writes one JSON line to stderr. Fields never hold queries, bodies or session ids, which may be personal data. */
export function logLine(level: 'info' | 'warn' | 'error', event: string, fields: Record<string, unknown> = {}): void {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })}\n`);
}

/** Makes lines of the log of what Node and packages warn of in this thread; Node would print them as text. */
export function logWarnings(): void {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => logLine('warn', 'process_warning', { name, reason: message }));
}
