/** Answers kept on this device, by model; none where storage is closed or holds something else. Browsers only. */
function keptTold(): Record<string, string> {
  try {
    return JSON.parse(localStorage.told ?? '{}');
  } catch {
    return {};
  }
}

/** What was told of a model, as in addresses; empty for nothing. */
export const toldOf = (modelId: string): string => keptTold()[modelId] ?? '';

/** Keeps what was told of a model in the place of what was before; of the cars of a household, not of a workshop. */
export function keepTold(modelId: string, told: string): void {
  const { [modelId]: _, ...others } = keptTold();
  const kept = Object.entries(others).slice(-9);
  try {
    localStorage.told = JSON.stringify(Object.fromEntries(told ? [...kept, [modelId, told]] : kept));
  } catch {
    // Storage is closed.
  }
}

export const forgetTold = (modelId: string): void => keepTold(modelId, '');
