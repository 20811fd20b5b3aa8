import { jest } from '@jest/globals';

// A test that drives processes runs once more where it fails; the run lists it (`jest-results.ts`), with its first error.
jest.retryTimes(1, { logErrorsBeforeRetry: true });
