/** Answers on this device, by model; none if storage is closed or unreadable. Browsers only. */
function keptAnswers(): Record<string, string> {
  try {
    return JSON.parse(localStorage.answers ?? '{}');
  } catch {
    return {};
  }
}

/** Answers to the fit conditions of a model, spelt as in addresses; empty for none. */
export const answersFor = (modelId: string): string => keptAnswers()[modelId] ?? '';

/** Replaces the answers of a model. Keeps ten models: the cars of a household, not of a workshop. */
export function keepAnswers(modelId: string, answers: string): void {
  const { [modelId]: _, ...others } = keptAnswers();
  const kept = Object.entries(others).slice(-9);
  try {
    localStorage.answers = JSON.stringify(Object.fromEntries(answers ? [...kept, [modelId, answers]] : kept));
  } catch {
    // Storage is not available.
  }
}

export const forgetAnswers = (modelId: string): void => keepAnswers(modelId, '');
