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

/** Lets one page render in each turn of the event loop; others wait for their turn. @returns undefined for the first */
export function renderTurn(): Promise<void> | undefined {
  if (isTaken) return new Promise((resolve) => waiting.push(resolve));
  isTaken = true;
  setImmediate(pass);
  return undefined;
}
