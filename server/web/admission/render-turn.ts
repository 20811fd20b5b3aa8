const waiting: (() => void)[] = [];
let isTaken = false;

function pass(): void {
  const next = waiting.shift();
  if (!next) {
    isTaken = false;
    return;
  }
  setImmediate(pass);
  next();
}

/**
 * Lets one rendering happen in each turn of the event loop, so that connections, cached pages and health checks come
 * between two of them. The first of a turn does not wait.
 * @returns undefined where nothing has been rendered in this turn
 */
export function renderTurn(): Promise<void> | undefined {
  if (isTaken) return new Promise((resolve) => waiting.push(resolve));
  isTaken = true;
  setImmediate(pass);
  return undefined;
}
