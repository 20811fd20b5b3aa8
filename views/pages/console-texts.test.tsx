import { expect, test } from 'vitest';
import type { ConsoleText } from '../../server/contract/text-overrides.js';
import { expectSoundView } from '../../test/fixtures/views/page.js';
import { alertsOf, consoleHtml, markedOf, rowsOf, sectionOf } from '../../test/fixtures/views/portal.js';
import { expectRecorded, linesOf } from '../../test/support/recorded.js';

const at = '2026-03-04T05:06:07.000Z';

const subject: ConsoleText = {
  kind: 'category',
  id: 30,
  name: 'Bremsscheiben',
  detail: 'Bremsanlage',
  isServed: true,
  texts: [
    { field: 'title', language: 'de', imported: 'Scheiben', corrected: null },
    { field: 'title', language: 'fr', imported: 'Disques', corrected: 'Disques de frein' },
    { field: 'seoText', language: 'fr', imported: 'Guide', corrected: null },
    { field: 'description', language: 'it', imported: 'Lungo', corrected: null },
    { field: 'singleTitle', language: 'nl', imported: '', corrected: 'Remschijf' },
  ],
};
const textHtml = (
  change: Partial<ConsoleText> = {},
  role: 'catalogue' | 'support' = 'catalogue',
  feedback: 'saved' | 'same' | null = null,
  fault: 'long' | null = null,
) => consoleHtml({ page: 'text', subject: { ...subject, ...change }, feedback, fault }, [role]);

test('texts are found and listed with kind, number, details and overrides', async () => {
  const { kind, id, name } = subject;
  const found = [
    { kind, id, name, detail: 'Bremsanlage' },
    { kind: 'shop' as const, id: 7, name: 'Nordteile', detail: '' },
  ];
  const corrected = [{ kind, id, name, detail: '', changedAt: at, texts: 2 }];
  const html = consoleHtml({ page: 'texts', query: 'brems', texts: { found, corrected } });
  expectSoundView(html);
  await expectRecorded('portals/console-texts', linesOf(html));
  expect(rowsOf(html, 'h-found')).toEqual(['Bremsscheiben Kategorie 30 · Bremsanlage', 'Nordteile Händler 7']);
  expect(rowsOf(html, 'h-corrected')).toEqual(['Bremsscheiben Kategorie 30 2 Texte · 04.03. 05:06']);
  expect(html).toContain('href="/de-DE/texts/category-30"');
  expect(html).toMatch(/action="\/de-DE\/texts".*name="q"[^>]*value="brems"/);
  expect(html).not.toContain('role="status"');
  const without = consoleHtml({ page: 'texts', query: '', texts: { found: [], corrected: [] } });
  expect([sectionOf(without, 'h-found'), sectionOf(without, 'h-corrected').includes('Noch nichts ersetzt.')]).toEqual([
    '',
    true,
  ]);
  const nothing = consoleHtml({ page: 'texts', query: 'x', texts: { found: [], corrected: [] } });
  expect(alertsOf(nothing)).toEqual([
    'Nichts gefunden. Artikel findet man über ihre Nummer, auch mit der Marke davor.',
  ]);
});

test('a subject has a field for each text, with the imported one below an override', async () => {
  const html = textHtml();
  expect(markedOf(html)).toEqual(['Texte']);
  expectSoundView(html);
  await expectRecorded('portals/console-text', linesOf(html));
  expect(html).toMatch(
    /<a href="\/de-DE\/texts">Texte<\/a>.*<h1>Bremsscheiben<\/h1><p[^>]*>Kategorie 30 · Bremsanlage</,
  );
  const fields = [...html.matchAll(/<(input|textarea)(?=[^>]*name="([^"]+\.[^"]*)")[^>]*>/g)];
  expect(fields.map(([, tag, name]) => `${name} ${tag}`).sort()).toEqual([
    'description.it textarea',
    'seoText.fr textarea',
    'singleTitle.nl input',
    'title.de input',
    'title.fr input',
  ]);
  expect(html).toMatch(
    /<input(?=[^>]*lang="fr")(?=[^>]*maxLength="120")(?=[^>]*aria-describedby="title\.fr-was")[^>]*value="Disques de frein"/,
  );
  expect(html).toMatch(/<input(?=[^>]*lang="de")(?![^>]*aria-describedby)(?![^>]*readOnly)[^>]*value="Scheiben"/);
  expect(html).toMatch(/<textarea(?=[^>]*maxLength="5000")(?=[^>]*rows="4")[^>]*>Lungo<\/textarea>/);
  expect([html.match(/>ersetzt</g)?.length, html.match(/>Importierter Text</g)?.length]).toEqual([2, 2]);
  expect(html).toMatch(/id="title\.fr-was"><summary>Importierter Text<\/summary><p class="small" lang="fr">Disques</);
  expect(html).toMatch(
    /id="singleTitle\.nl-was">.*<p class="small" lang="de-DE">Wird aus Kategorie und Einbauort zusammengesetzt\./,
  );
  // Open are the reader's language and those with overrides.
  const folds = [...html.matchAll(/<details class="fold"( open="")?><summary>([^<]*)</g)];
  expect(
    folds
      .filter(([, open]) => open)
      .map(([, , name]) => name)
      .sort(),
  ).toEqual(['Deutsch', 'Französisch', 'Niederländisch']);
  expect(folds.length).toBeGreaterThan(3);
});

test('a merchant’s texts are of one language, its terms are long markup', () => {
  const texts = [{ field: 'terms', language: '' as const, imported: '<p>AGB</p>', corrected: null }];
  const html = textHtml({ kind: 'shop', id: 7, detail: '', texts });
  expect(html).toMatch(/<textarea(?=[^>]*rows="12")(?=[^>]*maxLength="200000")(?![^>]*lang=)[^>]*>&lt;p&gt;AGB/);
  expect([html.includes('class="fold"'), html.includes('action="/de-DE/texts/shop-7"')]).toEqual([false, true]);
});

test('a product’s title of up to 200 characters has one line', () => {
  const html = textHtml({
    kind: 'product',
    texts: [{ field: 'title', language: 'de', imported: 'K1', corrected: null }],
  });
  expect(html).toMatch(/<input type="text"[^>]*maxLength="200"/);
});

test('only a role that may replace texts gets a form that saves', () => {
  expect(textHtml()).toMatch(/action="\/de-DE\/texts\/category-30".*type="submit">Speichern/);
  expect(textHtml()).toContain('Ein leeres Feld zeigt wieder den importierten Text.');
  const html = textHtml({}, 'support');
  expect(html).not.toMatch(/Speichern|Ein leeres Feld/);
  expect(html.match(/readOnly/g)).toHaveLength(subject.texts.length);
});

test('the result of saving texts tells whether they can be seen', () => {
  expect(alertsOf(textHtml())).toEqual([]);
  expect(alertsOf(textHtml({}, 'catalogue', 'saved'))).toEqual(['Gespeichert. Die neuen Texte sind zu sehen.']);
  const soon = 'Gespeichert. Die neuen Texte sind in wenigen Sekunden zu sehen.';
  expect(alertsOf(textHtml({ isServed: false }, 'catalogue', 'saved'))).toEqual([soon]);
  expect(alertsOf(textHtml({ isServed: false }, 'catalogue', 'same'))).toEqual(['Nichts geändert.']);
  expect(alertsOf(textHtml({}, 'catalogue', null, 'long'))).toEqual([
    'Ein Text ist zu lang. Es wurde nichts gespeichert.',
  ]);
});
