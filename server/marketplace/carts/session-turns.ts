import type { Clock } from '../../clock/clock.js';
import { ProblemError } from '../../contract/problem.js';

/** Milliseconds until a write counts as stuck. Most writes take some hundredths of that. */
const stuckMs = 1000;
/** Writes of a session that may wait behind a stuck one. */
const mostBehindStuck = 8;

interface WaitingWrite {
  begin(): void;
  refuse(error: ProblemError): void;
}

/**
 * Runs the writes of a session one after the other. A session whose row is locked uses one connection to the database
 * and leaves the others to other visitors.
 */
export class SessionTurns {
  readonly #sessions = new Map<string, { readonly waiting: WaitingWrite[]; isStuck: boolean }>();

  /**
   * @param sid null = no session, so the write waits for no other
   * @throws ProblemError `unavailable` if too many writes wait behind a stuck one, or if the write before failed with
   * it
   */
  async run<Result>(sid: string | null, clock: Clock, write: () => Promise<Result>): Promise<Result> {
    if (sid === null) return write();
    const known = this.#sessions.get(sid);
    const session = known ?? { waiting: [], isStuck: false };
    const { waiting } = session;
    if (session.isStuck && waiting.length >= mostBehindStuck) throw tooMany();
    this.#sessions.set(sid, session);
    if (known) await new Promise<void>((begin, refuse) => waiting.push({ begin, refuse }));
    const timer = clock.after(stuckMs, () => {
      session.isStuck = true;
      for (const each of waiting.splice(mostBehindStuck)) each.refuse(tooMany());
    });
    try {
      return await write();
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'unavailable')
        for (const each of waiting.splice(0)) each.refuse(error);
      throw error;
    } finally {
      timer.cancel();
      session.isStuck = false;
      const next = waiting.shift();
      if (next) next.begin();
      else this.#sessions.delete(sid);
    }
  }
}

const tooMany = (): ProblemError => new ProblemError('unavailable', 'too many writes of this session wait');
