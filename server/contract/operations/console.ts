import * as schemas from '../console.js';
import * as merchants from '../merchant-page.js';
import { maxCallBytes, started } from '../merchants.js';
import * as textOverrides from '../text-overrides.js';
import { write } from './operation.js';

const call = { body: schemas.consoleCall };

/** Calls of the operator's console. They carry the credential in the body, which no log contains. */
export const consoleOperations = {
  consoleSignIn: write('/api/Konsole/Anmelden', schemas.consoleSession, { body: schemas.consoleSignInBody }),
  consoleWho: write('/api/Konsole/Person', schemas.consoleWho, call),
  consoleSignOut: write('/api/Konsole/Abmelden', schemas.consoleDone, call),
  consoleOverview: write('/api/Konsole', schemas.consoleOverview, call),
  consoleFeeds: write('/api/Konsole/Feeds', schemas.consoleFeeds, call),
  consoleReport: write('/api/Konsole/Bericht', schemas.consoleReport, { body: schemas.consoleReportBody }),
  /** Reads a merchant's file without changing an offer. */
  consoleFile: {
    ...write('/api/Konsole/Datei', started, { body: schemas.consoleFileBody }),
    maxBodyBytes: maxCallBytes,
  },
  consoleUpload: write('/api/Konsole/Vorschau', schemas.consoleUpload, { body: schemas.consoleUploadBody }),
  consoleRepeat: write('/api/Konsole/NochEinmal', started, { body: schemas.consoleRepeatBody }),
  /** Applies or drops a held feed; `isDone` is false while its import is running. */
  consoleHeld: write('/api/Konsole/Zurueckgehalten', schemas.consoleDone, { body: schemas.consoleHeldBody }),
  consoleOffers: write('/api/Konsole/Angebote', schemas.consoleOffers, call),
  /** Merchants by a part of their name. */
  consoleShops: write('/api/Konsole/Haendler', merchants.consoleShops, { body: merchants.consoleShopsBody }),
  consoleShop: write('/api/Konsole/EinHaendler', merchants.consoleShop, { body: merchants.consoleShopBody }),
  /** Makes an invitation, with which a merchant gets a token. */
  consoleInvite: write('/api/Konsole/Einladung', merchants.consoleInvited, { body: merchants.consoleInviteBody }),
  consoleSearches: write('/api/Konsole/Suchen', schemas.consoleSearches, call),
  consoleOrders: write('/api/Konsole/Kunden', schemas.consoleOrders, { body: schemas.consoleOrdersBody }),
  /** Marks a customer's message as handled; a repeat has no effect. */
  consoleCase: write('/api/Konsole/Erledigt', schemas.consoleDone, { body: schemas.consoleCaseBody }),
  consoleTexts: write('/api/Konsole/Texte', textOverrides.consoleTexts, { body: schemas.consoleTextsBody }),
  consoleText: write('/api/Konsole/Text', textOverrides.consoleText, { body: schemas.consoleTextBody }),
  /** Overrides imported texts; an empty text, or the imported one, removes the override. */
  consoleCorrect: {
    ...write('/api/Konsole/Berichtigt', textOverrides.consoleCorrected, { body: schemas.consoleCorrectBody }),
    maxBodyBytes: 1_500_000,
  },
  consoleActs: write('/api/Konsole/Protokoll', schemas.consoleActs, call),
};
