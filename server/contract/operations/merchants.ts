import { merchantPage } from '../merchant-page.js';
import * as schemas from '../merchants.js';
import { write } from './operation.js';

/** Calls of the merchant portal. They carry the credential in the body, which no log contains. */
export const merchantOperations = {
  merchant: write('/api/Haendler', schemas.merchant, { body: schemas.merchantCall }),
  merchantSignIn: write('/api/Haendler/Anmelden', schemas.merchantSession, { body: schemas.merchantCall }),
  merchantSignOut: write('/api/Haendler/Abmelden', schemas.merchant, { body: schemas.merchantCall }),
  merchantPage: write('/api/Haendler/Stammdaten', merchantPage, { body: schemas.merchantCall }),
  merchantOffers: write('/api/Haendler/Angebote', schemas.merchantOffers, { body: schemas.merchantOffersBody }),
  /** Queues a file for import. The same idempotency key gives the same import. */
  merchantImport: {
    ...write('/api/Haendler/Einlesen', schemas.started, { body: schemas.merchantImportBody }),
    maxBodyBytes: schemas.maxCallBytes,
  },
  /** Reads a file again with other meanings of its columns. */
  merchantRepeat: write('/api/Haendler/NochEinmal', schemas.started, { body: schemas.merchantRepeatBody }),
  /** Queues a change of the merchant's terms. */
  merchantTerms: write('/api/Haendler/Konditionen', schemas.started, { body: schemas.merchantTermsBody }),
  merchantImports: write('/api/Haendler/Importe', schemas.merchantImports, { body: schemas.merchantCall }),
  merchantReport: write('/api/Haendler/Bericht', schemas.merchantReport, { body: schemas.merchantImportId }),
};
