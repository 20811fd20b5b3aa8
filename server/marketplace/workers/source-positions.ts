import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';

/**
 * Makes stack traces of a bundled `Script` name positions in the sources; `--enable-source-maps` does so for modules
 * only. The map is read by the first stack trace.
 * @param program path of the program, with its map beside it
 */
export function nameSources(program: string): void {
  let map: SourceMap | null | undefined;
  const inSource = (site: NodeJS.CallSite): string => {
    const [line, column] = [site.getLineNumber(), site.getColumnNumber()];
    if (site.getFileName() !== program || line === null || column === null) return String(site);
    if (map === undefined) map = readMap(program);
    const origin = map?.findOrigin(line, column);
    if (!origin || !('fileName' in origin)) return String(site);
    const place = `${resolve(dirname(program), origin.fileName)}:${origin.lineNumber}:${origin.columnNumber}`;
    return String(site).replace(`${program}:${line}:${column}`, () => place);
  };
  Error.prepareStackTrace = (error, sites) =>
    [Error.prototype.toString.call(error), ...sites.map((site) => `    at ${inSource(site)}`)].join('\n');
}

/** Null if there is no valid map: stack traces then name positions in the bundle. */
function readMap(program: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${program}.map`, 'utf8')));
  } catch {
    return null;
  }
}
