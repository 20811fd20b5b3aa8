/** Calls that this thread is answering, and whoever waits until there are none. */
let open = 0;
const waiting = new Set<() => void>();

/** Counts a call as open until its answer is made. */
export async function whileOpen<T>(answer: Promise<T>): Promise<T> {
  add(1);
  return answer.finally(() => add(-1));
}

/** For a call that itself gives way to others: it is not open while the work lasts. */
export async function aside<T>(work: () => Promise<T>): Promise<T> {
  add(-1);
  return work().finally(() => add(1));
}

/** Resolves when no call is open, or after so many milliseconds. */
export async function othersDone(most: number): Promise<void> {
  if (open <= 0 || most <= 0) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = Number.isFinite(most) ? setTimeout(resolve, most) : undefined;
  waiting.add(resolve);
  await promise;
  waiting.delete(resolve);
  clearTimeout(timer);
}

function add(calls: 1 | -1): void {
  open += calls;
  if (open > 0) return;
  for (const done of waiting) done();
}
