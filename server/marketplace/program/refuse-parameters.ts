/**
 * For programs that run until they are stopped and take no parameters: `--help` tells the usage and ends the process
 * with 0, anything else with 2, before anything has been started.
 * @param command how it is called
 * @param about what it does, in a sentence
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
