/**
 * For programs without parameters: `--help` prints the usage and exits with 0, anything else exits with 2.
 * @param command how it is called
 * @param about its purpose, in a sentence
 */
export function refuseParameters(command: string, about: string): void {
  const [given] = process.argv.slice(2);
  if (given === undefined) return;
  const usage = `Usage: ${command}\n  ${about}`;
  const isHelp = given === '--help' || given === '-h';
  if (isHelp) console.log(usage);
  else console.error(`${command} takes no parameters, found "${given}".\n${usage}`);
  process.exit(isHelp ? 0 : 2);
}
