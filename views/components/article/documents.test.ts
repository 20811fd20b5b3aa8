import { describe, expect, test } from 'vitest';
import { documentLanguage, shownDocuments } from './documents.js';

const document = (docNo: string, langNo: number, type = 1) => ({
  docNo,
  langNo,
  type: { id: type, title: `type ${type}` },
  url: `https://docs.example/${docNo}-${langNo}.pdf`,
  host: 'docs.example',
});
const shown = (language: string, ...documents: ReturnType<typeof document>[]): string[] =>
  shownDocuments(documents, language).map(({ docNo, langNo }) => `${docNo}-${langNo}`);

describe('documents of an article', () => {
  test("are in the edition's language, then language-neutral, then English", () => {
    const all = [document('A', 4), document('A', 255), document('A', 6), document('A', 1)];
    expect(shown('de', ...all)).toEqual(['A-1']);
    expect(shown('fr', ...all)).toEqual(['A-6']);
    expect(shown('es', ...all)).toEqual(['A-255']);
    expect(shown('nl', document('A', 4), document('A', 1))).toEqual(['A-4']);
    expect(shown('it', document('A', 1), document('A', 9))).toEqual([]);
  });

  test('are de-duplicated by document number', () => {
    expect(shown('de', document('A', 1), document('A', 1), document('B', 1))).toEqual(['A-1', 'B-1']);
  });

  test('that are language-neutral are de-duplicated by document type as well', () => {
    expect(shown('de', document('A', 255, 2), document('B', 255, 2), document('C', 255, 3))).toEqual([
      'A-255',
      'C-255',
    ]);
    // A document with a language is no duplicate of one without.
    expect(shown('de', document('A', 255, 2), document('B', 1, 2))).toEqual(['A-255', 'B-1']);
  });

  test('name their language in the words of the edition', () => {
    expect(documentLanguage(4, 'de-DE')).toBe('Englisch');
    expect(documentLanguage(255, 'de-DE')).toBe('');
    expect([1, 4, 6, 7, 8, 9].map((number) => documentLanguage(number, 'en'))).toEqual([
      ...['German', 'English', 'French', 'Italian', 'Spanish', 'Dutch'],
    ]);
  });
});
