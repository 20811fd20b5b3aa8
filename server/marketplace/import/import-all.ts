import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { servedFile, servedGeneration } from '../catalogue-file/served-file.js';
import { type Publish, whileImporting } from '../catalogue-store/while-importing.js';
import { offersFile } from '../offer-store/offer-file.js';
import { shareOffersAt } from '../offer-store/shared-offers.js';
import { openRegistry, refuseOther } from './catalogue-copy.js';
import { FeedLock } from './feed-lock.js';
import { type ImportOptions, runImport } from './import.js';
import { OfferDifferences, storeDifferences } from './offer-differences.js';
import { type ImportKind, importKinds } from './reading/columns.js';
import { FeedError } from './reading/import-errors.js';
import { inRehearsal } from './rehearsal.js';
import { type ImportSummary, sentencesOf } from './report.js';
import { changeAll } from './undo.js';

/*
 * Imports files of all kinds as one change (D94). Each import runs in a rehearsal first. If none is refused or held, the
 * catalogue of the rehearsal becomes one new generation. Then shops and offers get their states of the rehearsal. `undo`
 * takes both back.
 */

type AllOptions = Omit<ImportOptions, 'kind' | 'files'>;
type Imported = Awaited<ReturnType<typeof runImport>>;
type Say = (line: string) => void;

interface OfKind {
  readonly kind: ImportKind;
  readonly files: readonly string[];
}

/**
 * Files of a folder by kind, in the order of import. Their names begin with the kind, as in `offers-alpha.xml.gz`.
 * @returns also the names that begin with no kind
 * @throws FeedError if all do
 */
export function filesByKind(folder: string): { kinds: readonly [OfKind, ...OfKind[]]; others: readonly string[] } {
  const names = Map.groupBy(readdirSync(folder).sort(), (name) =>
    importKinds.find((kind) => kind === name.replace(/[-_. ].*$/, '')),
  );
  const [first, ...rest] = importKinds.flatMap((kind): OfKind[] => {
    const files = names.get(kind)?.map((name) => join(folder, name));
    return files ? [{ kind, files }] : [];
  });
  if (first) return { kinds: [first, ...rest], others: names.get(undefined) ?? [] };
  throw new FeedError(`No name of a file in ${folder} begins with a kind, as products.csv does.`);
}

/**
 * @param say prints a line
 * @returns why nothing was imported; null = all of it was
 * @throws ExpectedError if another import runs, or a file of the folder is lost
 */
export function importAll(options: AllOptions, { kinds, others }: ReturnType<typeof filesByKind>, say: Say) {
  const { dataDir, timeoutMs, isFresh = false } = options;
  if (others.length > 0) say(`Not read, because the names begin with no kind: ${others.join(', ')}.`);
  return whileImporting(
    options.isDryRun ? null : options.store,
    options,
    async (publish) => {
      using _lock = new FeedLock(dataDir, null, timeoutMs);
      const served = servedGeneration(dataDir);
      return inRehearsal(options, isFresh, async (folder, formerOffers) => {
        const imports = await rehearse({ ...options, dataDir: folder }, kinds, say);
        const { kind, refusal = null } = imports.at(-1)?.summary ?? {};
        mkdirSync(join(dataDir, 'imports'), { recursive: true });
        const made = refusal === null ? await carryOver(options, { folder, formerOffers, served }, publish, say) : null;
        for (const { summary, ...files } of imports) {
          writeFileSync(files.summaryFile, JSON.stringify(summaryOf(summary, made, options.isDryRun), null, 2));
          for (const file of Object.values(files)) renameSync(file, join(dataDir, 'imports', basename(file)));
        }
        return refusal && `${kind}: ${refusal}`;
      });
    },
    timeoutMs,
  );
}

/** Runs the imports in the folder of a rehearsal, up to the first that is refused. Shared offers stay as they are. */
async function rehearse(options: AllOptions, kinds: readonly OfKind[], say: Say): Promise<Imported[]> {
  const imports: Imported[] = [];
  const shared = shareOffersAt(null);
  try {
    for (const { kind, files } of kinds) {
      const isFresh = options.isFresh === true && imports.length === 0;
      const done = await runImport({ ...options, store: null, isDryRun: false, isFresh, kind, files });
      imports.push(done);
      for (const line of sentencesOf(done.summary)) say(`${kind}: ${line}`);
      if (done.summary.refusal !== null) break;
    }
  } finally {
    shareOffersAt(shared);
  }
  return imports;
}

/** The generation and the last commit of a change; null = none was made. */
type Made = Pick<ImportSummary, 'generation' | 'commit'>;

/** Makes the changes of a rehearsal in the data folder itself. @param rehearsal began with the generation `served` */
async function carryOver(
  options: AllOptions,
  rehearsal: { readonly folder: string; readonly formerOffers: string; readonly served: string | null },
  publish: Publish | null,
  say: Say,
): Promise<Made> {
  const { dataDir, timeoutMs } = options;
  const { folder, formerOffers, served } = rehearsal;
  storeDifferences(join(folder, 'undo.db'), formerOffers, offersFile(folder));
  using differences = new OfferDifferences(join(folder, 'undo.db'), 'make');
  const isSame = servedGeneration(folder) === served;
  say(`${isSame ? 'The same catalogue' : 'A new catalogue'}; ${differences.text()}.`);
  const stays = options.isDryRun ? 'Dry run' : isSame && differences.counts.size === 0 ? 'Nothing changed' : null;
  if (stays !== null) {
    say(`${stays}: everything stays as it is.`);
    return { generation: null, commit: null };
  }
  const ids = openRegistry(join(dataDir, 'ids.db'), timeoutMs);
  try {
    refuseOther(dataDir, served);
    ids.takeOver(join(folder, 'ids.db'));
    ids.commit();
  } finally {
    ids.close();
  }
  const from = isSame ? null : servedFile(folder);
  const made = await changeAll(options, { ...options, from, served }, differences, publish, say);
  say('To take it back: npm run import -- undo');
  return made;
}

/** The summary of one kind, with the outcome of the whole change. @param made null = it was refused */
function summaryOf(summary: ImportSummary, made: Made | null, isDryRun = false): ImportSummary {
  const { generation, commit, refusal, outcome } = summary;
  const own = { generation: generation && (made?.generation ?? null), commit: commit && (made?.commit ?? null) };
  if (made) return { ...summary, ...own, outcome: isDryRun ? 'dry run' : outcome };
  const why = refusal ?? 'A file of another kind was refused.';
  return { ...summary, ...own, held: null, outcome: outcome === 'failed' ? outcome : 'refused', refusal: why };
}
