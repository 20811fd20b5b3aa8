import type { Block, ShopFacts } from './shop-facts.js';

export const terms = (f: ShopFacts): Block[] => [
  '# 1. Geltung und Vertragspartner',
  `Diese Bedingungen gelten für alle Bestellungen, die Sie über den Marktplatz bei <strong>${f.name}</strong> aufgeben. Ihr Vertragspartner ist ${f.company}, ${f.street}, ${f.postcode} ${f.city}. Abweichende Bedingungen gelten nur, wenn wir ihnen ausdrücklich zustimmen.`,
  '# 2. Vertragsschluss',
  f.voice
    ? 'Die Darstellung der Artikel ist noch kein bindendes Angebot. Mit Ihrer Bestellung machen Sie uns ein Angebot; der Vertrag kommt zustande, wenn wir den Versand bestätigen oder die Ware innerhalb von zwei Werktagen übergeben.'
    : 'Mit dem Absenden der Bestellung geben Sie ein verbindliches Angebot ab. Wir nehmen es mit der Versandbestätigung an, spätestens aber mit der Auslieferung der Ware. Die automatische Eingangsbestätigung ist noch keine Annahme.',
  '# 3. Preise, Versand und Pfand',
  `Alle Preise enthalten die gesetzliche Umsatzsteuer. Die Versandkosten richten sich nach dem Lieferland und stehen vor dem Absenden im Warenkorb.${f.freeFrom ? ` Innerhalb unseres eigenen Landes liefern wir ab ${f.freeFrom} versandkostenfrei.` : ''}`,
  'Für Starterbatterien und für Austauschteile berechnen wir ein Pfand. Es steht getrennt neben dem Preis und wird erstattet, sobald das Altteil bei uns eingetroffen oder die ordnungsgemäße Rückgabe nachgewiesen ist.',
  '# 4. Lieferung',
  `Lagerware übergeben wir in der Regel innerhalb von ${f.handlingDays} Werktagen dem Paketdienst. Sperrige Teile wie Stoßstangen, Schalldämpfer und Reifen reisen getrennt; der Zuschlag dafür ist im Angebot ausgewiesen. Sollte ein Artikel wider Erwarten nicht lieferbar sein, informieren wir Sie sofort und erstatten bereits gezahlte Beträge.`,
  '# 5. Passung und Einbau',
  'Bitte vergleichen Sie vor dem Einbau Artikelnummer, Maße und genannte Einschränkungen mit Ihrem Fahrzeug. Sicherheitsrelevante Teile gehören in die Hände einer Fachwerkstatt. Eingebaute Teile mit Gebrauchsspuren können wir nur bei einem Mangel zurücknehmen.',
  '# 6. Gewährleistung',
  `Es gilt das gesetzliche Mängelhaftungsrecht mit einer Frist von zwei Jahren ab Übergabe. Bei einem Mangel genügt eine kurze Nachricht an ${f.email} mit Bestellnummer und Foto; wir melden uns innerhalb von zwei Werktagen.`,
  '# 7. Eigentumsvorbehalt und Recht',
  'Die Ware bleibt bis zur vollständigen Bezahlung unser Eigentum. Zwingende Vorschriften zum Schutz der Verbraucher an Ihrem Wohnort bleiben in jedem Fall anwendbar. Zur Teilnahme an einem Streitbeilegungsverfahren vor einer Schlichtungsstelle sind wir nicht verpflichtet, aber wir finden gern mit Ihnen eine Lösung.',
];

export const policy = (f: ShopFacts): Block[] => [
  '# Widerrufsrecht',
  `Sie haben das Recht, diesen Vertrag ohne Angabe von Gründen innerhalb von vierzehn Tagen zu widerrufen. Die Frist beginnt an dem Tag, an dem Sie oder ein von Ihnen benannter Dritter die letzte Ware in Besitz genommen haben.${f.returnDays > 14 ? ` Darüber hinaus nehmen wir unbenutzte Ware freiwillig bis zu <strong>${f.returnDays} Tage</strong> nach Erhalt zurück.` : ''}`,
  `Um Ihr Recht auszuüben, senden Sie uns eine eindeutige Erklärung, zum Beispiel per E-Mail an ${f.email} oder per Brief an ${f.company}, ${f.street}, ${f.postcode} ${f.city}. Sie können auch online widerrufen: mit „Vertrag widerrufen“ am Fuß jeder Seite des Marktplatzes. Zur Wahrung der Frist reicht die rechtzeitige Absendung.`,
  '# Folgen des Widerrufs',
  'Wir erstatten alle Zahlungen einschließlich der Kosten der günstigsten Standardlieferung spätestens vierzehn Tage nach Eingang Ihres Widerrufs, mit demselben Zahlungsmittel, das Sie eingesetzt haben. Wir können warten, bis die Ware zurück ist oder Sie den Versand nachgewiesen haben.',
  f.returnCost
    ? `Die Ware schicken Sie innerhalb von vierzehn Tagen nach dem Widerruf zurück. Die Kosten der Rücksendung tragen Sie; mit unserem Rücksendeschein sind es <strong>${f.returnCost}</strong> je Paket.`
    : 'Die Ware schicken Sie innerhalb von vierzehn Tagen nach dem Widerruf zurück. <strong>Die Kosten der Rücksendung übernehmen wir</strong>; der Rücksendeschein kommt per E-Mail.',
  'Für einen Wertverlust müssen Sie nur aufkommen, wenn er auf einen Umgang zurückgeht, der zur Prüfung von Beschaffenheit und Funktionsweise nicht nötig war. Bitte denken Sie daran:',
  [
    'Teile in der Originalverpackung zurücksenden',
    'Öle und Flüssigkeiten nur ungeöffnet zurückgeben',
    'das Pfand eines Austauschteils wird bei Rückgabe des Neuteils voll erstattet',
  ],
  '# Muster-Widerrufsformular',
  `An ${f.company}, ${f.street}, ${f.postcode} ${f.city}, ${f.email}: Hiermit widerrufe ich den von mir abgeschlossenen Vertrag über den Kauf der folgenden Waren; bestellt am, erhalten am, Name und Anschrift, Datum, Unterschrift (nur bei Mitteilung auf Papier).`,
];
