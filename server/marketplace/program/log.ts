/** Writes one JSON line to stderr. Fields never contain queries, bodies or session ids, which may be personal data. */
export function logLine(level: 'info' | 'warn' | 'error', event: string, fields: Record<string, unknown> = {}): void {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })}\n`);
}

/** Logs warnings of Node and packages as JSON. Node would print them as text. */
export function logWarnings(): void {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => logLine('warn', 'process_warning', { name, reason: message }));
}
