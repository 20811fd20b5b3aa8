import {
  longestFile,
  merchant,
  merchantCall,
  merchantImportBody,
  merchantImportId,
  merchantImports,
  merchantOffers,
  merchantOffersBody,
  merchantReport,
  merchantSession,
  started,
} from '../merchants.js';
import { write } from './operation.js';

/** Calls of the merchants' door. All of them carry the credential in the body, which no log and no address shows. */
export const merchantOperations = {
  merchant: write('/api/Haendler', merchant, { body: merchantCall }),
  merchantSignIn: write('/api/Haendler/Anmelden', merchantSession, { body: merchantCall }),
  merchantSignOut: write('/api/Haendler/Abmelden', merchant, { body: merchantCall }),
  merchantOffers: write('/api/Haendler/Angebote', merchantOffers, { body: merchantOffersBody }),
  /** Takes a file in by and by; the same idempotency key gives the same import. */
  merchantImport: {
    ...write('/api/Haendler/Einlesen', started, { body: merchantImportBody }),
    /** Base64, and what stands around it. */
    longestBody: Math.ceil(longestFile / 3) * 4 + 16 * 1024,
  },
  merchantImports: write('/api/Haendler/Importe', merchantImports, { body: merchantCall }),
  merchantReport: write('/api/Haendler/Bericht', merchantReport, { body: merchantImportId }),
};
