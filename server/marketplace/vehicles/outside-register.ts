import { z } from 'zod';
import type { Clock } from '../../clock/clock.js';
import { ProblemError } from '../../contract/problem.js';
import type { RegisterProvider } from './register-provider.js';

/**
 * What a register answers: ids of models as in the addresses of their pages; none where it does not know what is
 * sought.
 */
const responseSchema = z.object({ models: z.array(z.string().max(64)).max(50) });
/** Milliseconds; the shop waits 1500 for the whole call. */
const timeoutMs = 1200;
/** Bytes of the longest answer that is read. */
const longest = 64 * 1024;

/** Neither address nor response is reported, because both may hold what is sought (D30). */
const unavailable = (why: string): ProblemError => new ProblemError('unavailable', `register of vehicles: ${why}`);

async function read(response: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > longest) throw unavailable('too long');
  }
  return text;
}

async function lookUp(url: string, clock: Clock): Promise<z.output<typeof responseSchema>> {
  const ended = new AbortController();
  const timer = clock.after(timeoutMs, () => ended.abort(unavailable('no answer')));
  let text: string;
  try {
    const headers = { accept: 'application/json' };
    const response = await fetch(url, { headers, redirect: 'error', signal: ended.signal });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw unavailable(`status ${response.status}`);
    }
    text = await read(response);
  } catch (error) {
    throw error instanceof ProblemError ? error : unavailable((error as Error).name);
  } finally {
    timer.cancel();
  }
  try {
    return responseSchema.parse(JSON.parse(text));
  } catch {
    throw unavailable('an answer of another form');
  }
}

/**
 * The register that an operator has a contract with, or a small program in front of it: asked by GET for each
 * vehicle, never followed elsewhere; nothing is kept (D30).
 *
 * @param template https address with one name in braces, such as `{plate}` (`PLATES_URL`)
 */
export const outsideRegister = (template: string, clock: Clock): RegisterProvider => ({
  async find(sought, { modelsById }) {
    const { models } = await lookUp(template.replace(/\{\w+\}/, encodeURIComponent(sought)), clock);
    return models.flatMap((id) => modelsById.get(id) ?? []);
  },
});
