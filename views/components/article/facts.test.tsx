import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { Product, ProductDetail } from '../../../server/contract/articles.js';
import { editions } from '../../../server/web/routes/editions.js';
import { euros, htmlOf, pageOf, plain } from '../../../test/fixtures/views/page.js';
import { articleModel, productOf } from '../../../test/fixtures/views/pages/article-cart-views.js';
import type { ArticleDocument, DataReportModel } from '../../models.js';
import { DurabilityGuarantee } from '../law/durability-guarantee.js';
import { GoodsNotices } from '../law/goods-notices.js';
import { RecallNotice } from '../law/recall-notice.js';
import { TyreLabel } from '../law/tyre-label.js';
import { AttributeTable } from './attribute-table.js';
import { DataReport } from './data-report.js';
import { FittingVehicles } from './fitting-vehicles.js';
import { ArticleHead } from './head.js';
import { MakerBlock } from './maker-block.js';
import { PriceHistory } from './price-history.js';
import { RelatedParts } from './related-parts.js';

const page = pageOf(editions['de-DE'], { path: '/part' });
const html = (view: ReactNode, of = page): string => htmlOf(view, of);
const words = (view: ReactNode, of = page): string => plain(html(view, of)).trim();
const { product } = articleModel().article;

const related = (change: Partial<Product>, modelId: string | undefined = '77') => (
  <RelatedParts products={[productOf(change)]} modelId={modelId} />
);

test('a part of the same job has its price, deposit and verdict, and opens with its offer', () => {
  const priced = related({ refund: euros(750), basePrice: { value: euros(940), unit: 'l' } });
  expect(words(priced)).toBe(
    'Nordwerk NW 288-2551 Bremsscheiben, Vorderachse Passt 41,80 € 8 Angebote zzgl. 7,50 € Pfand 9,40 €/l',
  );
  expect(words(related({}))).toMatch(/41,80 € 8 Angebote$/);
  expect(words(related({ lowestTotal: null, offerId: null }))).toMatch(/Passt (?!.*€)\S.*$/);
  expect(html(related({ offerId: null }))).toContain('href="/Teilenummernsuche/Nordwerk/NW2882551?modelId=77"');
  const unknown = html(<RelatedParts products={[productOf()]} modelId={undefined} />);
  expect(unknown).toContain('href="/Teilenummernsuche/Nordwerk/NW2882551?articleId=500"');
  expect(unknown).toContain('data-fits=""');
  expect(plain(unknown)).not.toContain('Passt');
  expect(html(priced)).not.toContain('data-fits=""');
});

const seriesOf = (id: string, maker: string, count: number, fitNotes: string[] = []) => ({
  manufacturer: { id: maker, name: `Make ${maker}`, seoName: maker },
  series: { id, name: `Reihe ${id}`, slug: id, seriesPageId: id },
  models: Array.from({ length: count }, (_, at) => ({
    ...{ id: `${id}${at}`, fullName: '', name: `Motor ${at}`, kw: 77, ps: 105, years: '2012', fitNotes },
  })),
});

test('three series are listed with models and conditions, more of them by number', () => {
  const three = [seriesOf('1', 'a', 1, ['ab 2014', 'links']), seriesOf('2', 'a', 2, ['rechts']), seriesOf('3', 'b', 1)];
  const listed = <FittingVehicles vehicles={three} full="/full" />;
  expect(words(listed)).toMatch(
    /^Make a 3 Modelle Reihe 1 Motor 0, 77 kW \/ 105 PS, 2012 \(ab 2014, links\) Reihe 2 Motor 0, .* \(rechts\) .* Make b 1 Modell Reihe 3 Motor 0/,
  );
  expect(html(listed)).not.toContain('open=""');
  const four = [...three, seriesOf('4', 'b', 5)];
  const short = <FittingVehicles vehicles={four} full="/full" />;
  expect(words(short)).toBe('Make a: 3 Modelle Make b: 6 Modelle Alle Fahrzeuge zeigen');
  expect(html(short)).toContain('href="/full#all-vehicles" data-fragment="all-vehicles"');
  expect(words(<FittingVehicles vehicles={four} full={null} />)).toMatch(
    /Make b 6 Modelle Reihe 3 Motor 0, .* Reihe 4 5 Modelle$/,
  );
  expect(html(<FittingVehicles vehicles={four.slice(0, 2)} full={null} />)).toContain('open=""');
  expect(
    html(<FittingVehicles vehicles={[1, 2, 3].map((id) => seriesOf(`${id}`, 'a', 1))} full={null} />),
  ).not.toContain('open=""');
});

test('a price history names its pack and country, its lowest and highest day, and no later day than today', () => {
  const steps = [
    { from: '2026-03-02', total: euros(4380) },
    { from: '2026-06-21', total: euros(3990) },
  ];
  const history = (all: typeof steps) =>
    words(<PriceHistory prices={{ steps: all, today: '2026-06-20' }} product={{ packSize: 4 }} full={null} />);
  expect(history(steps)).toMatch(/für 1 Packung \(4 Stück\) .*Lieferland Deutschland, seit 02\.03\.2026/);
  expect(history(steps)).toMatch(/43,80 € 39,90 € 02\.03\.2026 20\.06\.2026 Heute: 39,90 €/);
  expect(history(steps)).toMatch(/20\.06\.2026 39,90 € 02\.03\.2026 43,80 €$/);
  expect(history(steps.slice(0, 1))).toMatch(/zusammengefasst\. 43,80 € 02\.03\.2026 20\.06/);
  expect(history([])).toBe('');
});

const document: ArticleDocument = { ...product.documents[0], consentHost: null } as ArticleDocument;

test('the maker block names who is responsible, each warning and document, with consent for foreign hosts', () => {
  const maker = { ...product.manufacturer, euResponsible: 'Import GmbH, Bonn' };
  const block = (change: Partial<ProductDetail>, documents = [document]) => (
    <MakerBlock product={{ ...product, ...change }} documents={documents} />
  );
  expect(words(block({}))).toMatch(
    /^Artikelnummer NW 288-2551 EAN 4061872035514 Zustand neu Hersteller Nordwerk, Speicherstraße 14, 28217 Bremen, DE service@nordwerk\.example Verantwortliche Person in der EU der Hersteller selbst Warnhinweis Einbau nur .* Dokumente Montageanleitung, Deutsch$/,
  );
  expect(words(block({ manufacturer: maker, warnings: [], ean: null }, []))).toMatch(
    /EU Import GmbH, Bonn Ersatzteil der Marke Nordwerk, (?!.*Dokumente)/,
  );
  expect(html(block({}))).toContain('title="Öffnet eine andere Website: docs.example"');
  expect(html(block({}, [{ ...document, host: '' }]))).not.toContain('title=');
  const asked = html(block({}, [{ ...document, consentHost: 'docs.example' }]));
  expect(asked).toContain(
    'data-embed="https://docs.example/ma" data-host="docs.example" data-title="Montageanleitung"',
  );
  // The port is part of what a visitor allows.
  const ported = html(block({}, [{ ...document, consentHost: 'docs.example:8443' }]));
  expect(ported).toContain('data-host="docs.example:8443"');
  expect(ported).toContain('name="host" value="docs.example:8443"');
  expect(asked).toContain(
    '<input type="hidden" name="returnTo" value="/part"/><input type="hidden" name="host" value="docs.example"/>',
  );
  expect(asked).not.toContain('<use href="#i-doc">');
});

const report = (model: DataReportModel, full: string | null = null): string =>
  html(<DataReport model={model} full={full} action="/part?show=report#report" />);

test('a report is a link, a form that keeps its words and marks its fault, or a receipt', () => {
  const form = { step: 'form', reason: 'fit', text: 'Falsch', fault: null } as const;
  expect(report(form, '/full')).toContain('href="/full#report" data-fragment="report"');
  const asked = report(form);
  expect(asked).toContain('action="/part?show=report#report" method="post"');
  expect(asked).toContain('<option value="fit" selected="">');
  expect(asked).toContain('>Falsch</textarea>');
  expect(asked).toMatch(/<textarea (?=[^>]*minLength="5")(?=[^>]*required="")/);
  expect(asked).not.toMatch(/role="alert"|aria-invalid/);
  const wrong = (fault: 'reason' | 'text' | 'limit') => report({ ...form, fault });
  expect(wrong('reason')).toMatch(
    /role="alert" id="report-fault">Bitte wählen .*<select [^>]*aria-invalid="true" aria-describedby="report-fault"/,
  );
  expect(wrong('text')).toMatch(/<textarea [^>]*aria-invalid="true" aria-describedby="report-fault report-hint"/);
  expect(plain(wrong('limit'))).toContain('zu viele Meldungen');
  expect(wrong('limit')).not.toContain('aria-invalid');
  expect(plain(report({ step: 'receipt', number: 'M-3' } as DataReportModel, '/full'))).toContain(
    'Ihre Meldung M-3 ist eingegangen',
  );
});

test('the tyre label has its classes, marks and entry of the register', () => {
  const label = { fuel: 'B', wetGrip: 'C', noise: 71, noiseClass: 'A', snow: true, ice: false, eprel: '0012' } as const;
  const shown = <TyreLabel label={label as never} />;
  expect(words(shown)).toMatch(
    /Kraftstoffeffizienz B auf der Skala von A bis E .* Nasshaftung C auf der Skala .*Rollgeräusch 71 dB, Klasse A Schneegriffigkeit \(3PMSF\) Produkt/,
  );
  expect(html(shown).match(/class="current">(\w)</g)).toEqual(['class="current">B<', 'class="current">C<']);
  expect(html(shown)).toContain('tyres/12"');
  const icy = { ...label, snow: false, ice: true };
  expect(words(<TyreLabel label={icy as never} />)).toMatch(/Klasse A Eisgriffigkeit Produkt/);
});

test('notices before buying belong to their goods, recalls and guarantees to their part', () => {
  expect(words(<GoodsNotices goods={['oil']} />)).toMatch(/^Altöl kostenlos .*So geben Sie Altöl zurück$/);
  expect(words(<GoodsNotices goods={['battery']} />)).toMatch(/^Alte Batterie .*Pfand zurückholen$/);
  expect(words(<GoodsNotices goods={[]} />)).toBe('');
  const recall = { at: '2026-03-02', reason: 'Riss', url: 'https://recall.example/' };
  expect(words(<RecallNotice recall={recall as never} />)).toMatch(
    /seit 02\.03\.2026 nicht mehr verkauft\. Riss Was Käufer/,
  );
  expect(html(<RecallNotice recall={{ ...recall, url: null } as never} />)).not.toContain('<a ');
  const guarantee = { years: 5, producer: 'Nordwerk', model: 'NW 1', terms: 'https://terms.example/' };
  const label = (durabilityLabel: typeof page.durabilityLabel) =>
    html(<DurabilityGuarantee guarantee={guarantee as never} />, { ...page, durabilityLabel });
  expect(plain(label(page.durabilityLabel))).toContain(
    'Nordwerk garantiert ohne Aufpreis, dass das ganze Teil (Modell NW 1) 5 Jahre hält',
  );
  expect(label(page.durabilityLabel)).toContain('<img ');
  expect(label(() => null)).not.toContain('<img ');
  expect(label(() => null)).toContain('href="https://terms.example/"');
});

test('data have letters beside a drawing only, and a head names the condition unless new', () => {
  const table = (hasLetters: boolean) =>
    words(<AttributeTable attributes={product.attributes} hasLetters={hasLetters} />);
  expect(table(true)).toMatch(/^Buchstabe Merkmal Wert A Durchmesser 288 mm B Dicke 25 mm Bauart innenbelüftet$/);
  expect(table(false)).toMatch(/^Merkmal Wert Durchmesser 288 mm/);
  expect(words(<ArticleHead product={product} />)).toBe('Nordwerk NW 288-2551 Bremsscheiben, Vorderachse');
  expect(words(<ArticleHead product={{ ...product, condition: 'used' }} />)).toContain('NW 288-2551 gebraucht');
  expect(html(<ArticleHead product={product} />)).toMatch(/href="\/[^"]*Nordwerk[^"]*4"/);
});
