// @ts-check
/**
 * `npm run logs -- CODE [FILE…] [--json]`: prints the log lines of the request with a shopper's support code, from log
 * files (also `.gz`) or standard input. It needs Node alone, so it runs wherever the logs are.
 */
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { createGunzip } from 'node:zlib';

/** Whether the input has been read to its end. */
let isDone = false;
const usage = 'Usage: npm run logs -- CODE [FILE…] [--json], or: docker logs SHOP 2>&1 | node logs.mjs CODE';

/**
 * @param {string} sentence
 * @param {1 | 2} code 1 = no readable lines, 2 = wrongly called
 * @returns {never}
 */
function end(sentence, code) {
  console.error(sentence);
  process.exit(code);
}

/**
 * Corrects a code that a person wrote down, with spaces, small letters, or letters that look like digits.
 * @param {string} text
 */
function readCode(text) {
  const letters = text
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
    .replace(/[^0-9A-Z]/g, '');
  const isCode = /^[0-9A-HJKMNP-TV-Z]{8}(?:[0-9A-HJKMNP-TV-Z]{8})?$/.test(letters);
  return isCode ? (letters.match(/.{4}/g) ?? []).join('-') : null;
}

/** First half of the code of requests that the busy shop refused; the second half encodes the minute. */
const busyPrefix = 'BSY0-';
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const minuteMs = 60_000;

/**
 * The latest minute that such a code may mean, as in the times of log lines.
 * @param {string} code
 */
function minuteOf(code) {
  const letters = code.slice(busyPrefix.length);
  const low = [...letters].reduce((sum, letter) => sum * 32 + alphabet.indexOf(letter), 0);
  const now = Math.floor(Date.now() / minuteMs);
  const span = 32 ** letters.length;
  const minutes = now - ((((now - low) % span) + span) % span);
  return new Date(minutes * minuteMs).toISOString().slice(0, 16);
}

/** The line `shed` comes at most this long after a refusal: a second, and more in a busy process. */
const shedReportMs = 5000;

/** Events of failures. Other requests with the same failure have the id of its request in `causedBy`. */
const failures = ['"request_failed"', '"page_optional_failed"'];
/** Failures to remember for later requests. */
const mostFailures = 10_000;

/**
 * Lines of the request in the logs of shop and marketplace, and the failure of another request that caused its own.
 * @param {NodeJS.ReadableStream} input
 * @param {string} code
 * @returns {AsyncGenerator<Line>}
 */
async function* linesOf(input, code) {
  const minute = code.startsWith(busyPrefix) ? minuteOf(code) : null;
  /** Lines of failures by the id of their request, the latest last. @type {Map<string, Line>} */
  const failed = new Map();
  /** @type {Set<string>} */
  const wanted = new Set();
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    const isFailure = failures.some((event) => line.includes(event));
    if (!isFailure && !line.includes(minute === null ? code : '"shed"')) continue;
    // A container's log driver may add a prefix to the line.
    const start = line.indexOf('{');
    try {
      /** @type {Line} */
      const parsed = JSON.parse(line.slice(start));
      const id = String(parsed.reqId ?? parsed.requestId ?? '');
      const minuteBefore = (/** @type {number} */ ms) =>
        new Date(Date.parse(parsed.time ?? '') - ms).toISOString().slice(0, 16);
      const isShed = parsed.event === 'shed' && [0, shedReportMs].some((ms) => minuteBefore(ms) === minute);
      if (isShed || id.startsWith(code)) {
        yield parsed;
        const { causedBy } = parsed;
        const cause = causedBy && failed.get(causedBy);
        if (cause) yield cause;
        else if (causedBy) wanted.add(causedBy);
      } else if (wanted.delete(id)) yield parsed;
      else if (isFailure) {
        failed.set(id, parsed);
        if (failed.size > mostFailures) failed.delete(failed.keys().next().value ?? '');
      }
    } catch {
      // An incomplete line, such as the last one of a file.
    }
  }
}

/**
 * Fields of a log line that `sentence` prints in words.
 * @typedef {{ time?: string, level?: string, event?: string, reqId?: string, requestId?: string, causedBy?: string,
 *   stack?: string, upstream?: { operation: string, outcome: string, ms: number }[],
 *   error?: { name: string, message: string, cause?: string, stack?: string } }} Line
 */

/** Source maps by path; null for a program without one. @type {Map<string, SourceMap | null>} */
const maps = new Map();

/**
 * Replaces the places in a stack by those in the sources, if the build is on this machine. The shop itself does not: to
 * read a map would block it for 200 ms.
 * @param {string | undefined} stack
 */
const inSources = (stack) =>
  stack?.replace(/(\/[^\s():]+\.c?js):(\d+):(\d+)/g, (place, program, line, column) => {
    const file = `${program}.map`;
    if (!maps.has(file))
      maps.set(file, existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : null);
    const origin = maps.get(file)?.findOrigin(Number(line), Number(column));
    return origin && 'fileName' in origin ? `${origin.fileName}:${origin.lineNumber}:${origin.columnNumber}` : place;
  });

/**
 * A log line for people.
 * @param {Line} line
 */
function sentence({ time, level, event, reqId, requestId, upstream, error, stack, ...rest }) {
  const facts = Object.entries(rest).map(
    ([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`,
  );
  const calls = (upstream ?? []).map(({ operation, outcome, ms }) => `    ${operation}: ${outcome}, ${ms} ms`);
  const cause = error
    ? [`    ${error.name}: ${error.message}${error.cause ? ` (${error.cause})` : ''}`, inSources(error.stack)]
    : [inSources(stack)];
  return [
    [time, level, event, reqId ?? requestId, ...facts].filter((part) => part !== undefined).join(' '),
    ...calls,
    ...cause.filter(Boolean),
  ].join('\n');
}

process.on('uncaughtException', ({ name, message }) => end(`This is a fault of the program: ${name}: ${message}.`, 1));
process.on('beforeExit', () => {
  if (!isDone) end('The logs have stopped without an end.', 1);
});

function parameters() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    });
  } catch (error) {
    return end(`${error instanceof Error ? error.message : error}.\n${usage}`, 2);
  }
}
const { values, positionals } = parameters();
if (values.help) {
  console.log(usage);
  process.exit(0);
}
const [given = '', ...files] = positionals;
const code = readCode(given);
if (!code) end(given ? `“${given}” is no code. Codes look like 7F3K-20QX.\n${usage}` : `CODE is missing.\n${usage}`, 2);
const inputs =
  files.length === 0
    ? [process.stdin]
    : files.map((file) => {
        /** @param {Error} error */
        const failed = ({ message }) => end(`${file} cannot be read: ${message}.`, 1);
        const stream = createReadStream(file).on('error', failed);
        return file.endsWith('.gz') ? stream.pipe(createGunzip()).on('error', failed) : stream;
      });
if (code.startsWith(busyPrefix))
  console.log(`At ${minuteOf(code)} UTC the shop was asked for more than it can do, and refused this request.`);
let found = 0;
for (const input of inputs) {
  for await (const line of linesOf(input, code)) {
    found += 1;
    console.log(values.json ? JSON.stringify(line) : sentence(line));
  }
}
isDone = true;
if (found === 0) console.error(`No line of ${code}. Codes are in the log of the machine and the day of the request.`);
process.exitCode = found > 0 ? 0 : 1;
