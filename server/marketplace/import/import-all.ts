import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { servedFile, servedGeneration } from '../catalogue-file/served-file.js';
import { type Publish, whileImporting } from '../catalogue-store/while-importing.js';
import { replaceFile } from '../files/replace-file.js';
import { offersFile } from '../offer-store/offer-file.js';
import { activateCatalogue, openRegistry, refuseOther } from './catalogue-copy.js';
import { FeedLock } from './feed-lock.js';
import { type ImportOptions, runImport } from './import.js';
import { countsText, isNone, OfferDifferences, storeDifferences } from './offer-differences.js';
import { type ImportKind, importKinds } from './reading/columns.js';
import { FeedError } from './reading/import-errors.js';
import { inRehearsal, type Rehearsal } from './rehearsal.js';
import { type ImportSummary, sentencesOf } from './report.js';
import { withOffers } from './served-products.js';
import { undoFile } from './undo.js';

/*
 * Imports files of all kinds as one change (D94). Each import runs in a rehearsal first. If none is refused or held, the
 * catalogue of the rehearsal becomes one new generation. Then shops and offers get their states of the rehearsal. `undo`
 * takes both back.
 */

interface OfKind {
  readonly kind: ImportKind;
  readonly files: readonly string[];
}

/** Files of a folder by kind, in the order of import. */
export interface FilesByKind {
  readonly kinds: readonly [OfKind, ...OfKind[]];
  /** Names that begin with no kind. */
  readonly others: readonly string[];
}

/** Reads a folder where names of files begin with the kind, as `offers-alpha.xml.gz`. @throws FeedError without any */
export function filesByKind(folder: string): FilesByKind {
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
export function importAll(
  options: Omit<ImportOptions, 'kind' | 'files'>,
  { kinds, others }: FilesByKind,
  say: (line: string) => void,
): Promise<string | null> {
  const { dataDir, timeoutMs, isFresh = false, isDryRun = false } = options;
  if (others.length > 0) say(`Not read, because the names begin with no kind: ${others.join(', ')}.`);
  return whileImporting(
    isDryRun ? null : options.store,
    options,
    async (publish) => {
      using _lock = new FeedLock(dataDir, null, timeoutMs);
      const served = servedGeneration(dataDir);
      return inRehearsal(options, isFresh, async (rehearsal) => {
        const imports: Awaited<ReturnType<typeof runImport>>[] = [];
        for (const { kind, files } of kinds) {
          const own = { dataDir: rehearsal.dataDir, store: null, isDryRun: false, isFresh: isFresh && !imports[0] };
          const done = await runImport({ ...options, ...own, kind, files });
          imports.push(done);
          for (const line of sentencesOf(done.summary)) say(`${kind}: ${line}`);
          if (done.summary.refusal !== null) break;
        }
        const { kind, refusal = null } = imports.at(-1)?.summary ?? {};
        const made = refusal === null ? await carryOver(options, rehearsal, served, publish, say) : null;
        for (const { summary, reportFile, summaryFile } of imports)
          rehearsal.keepReport(summaryOf(summary, made, isDryRun), reportFile, summaryFile);
        return refusal && `${kind}: ${refusal}`;
      });
    },
    timeoutMs,
  );
}

/** The generation and the last commit of a change; null = none was made. */
type Made = Pick<ImportSummary, 'generation' | 'commit'>;

/** Makes the changes of a rehearsal in the folder itself. */
async function carryOver(
  options: Omit<ImportOptions, 'kind' | 'files'>,
  rehearsal: Rehearsal,
  served: string | null,
  publish: Publish | null,
  say: (line: string) => void,
): Promise<Made> {
  const { dataDir, timeoutMs, isFresh = false, isDryRun = false } = options;
  const stored = join(rehearsal.dataDir, 'undo.db');
  storeDifferences(stored, rehearsal.formerOffers, offersFile(rehearsal.dataDir));
  using differences = new OfferDifferences(stored, 'make');
  const counts = differences.counts();
  const isSame = servedGeneration(rehearsal.dataDir) === served;
  say(`${isSame ? 'The same catalogue' : 'A new catalogue'}; ${countsText(counts)}.`);
  const nothing = { generation: null, commit: null };
  if (isDryRun) say('Dry run: everything stays as it is.');
  else if (isSame && isNone(counts)) say('Nothing changed; everything stays as it is.');
  if (isDryRun || (isSame && isNone(counts))) return nothing;
  const ids = openRegistry(join(dataDir, 'ids.db'), timeoutMs);
  try {
    refuseOther(dataDir, served);
    ids.takeOver(join(rehearsal.dataDir, 'ids.db'));
    ids.commit();
  } finally {
    ids.close();
  }
  const from = isSame ? null : servedFile(rehearsal.dataDir);
  const generation = from && (await activateCatalogue(options, { from, served, isFresh, timeoutMs }, publish));
  differences.setGenerations(served, generation ?? served);
  mkdirSync(join(dataDir, 'imports'), { recursive: true });
  replaceFile(stored, undoFile(dataDir));
  const { commit } = withOffers(options, (writer) => differences.apply(writer));
  say(
    [
      ...(generation === null ? [] : [`Catalogue ${generation} is active.`]),
      ...(commit === null ? [] : [`Commit ${commit} is visible.`]),
      'To take it back: npm run import -- undo',
    ].join(' '),
  );
  return { generation, commit };
}

/** The summary of one kind, with the outcome of the whole. @param made null = refused */
function summaryOf(summary: ImportSummary, made: Made | null, isDryRun: boolean): ImportSummary {
  const { generation, commit, refusal, outcome } = summary;
  const own = { generation: generation && (made?.generation ?? null), commit: commit && (made?.commit ?? null) };
  if (made === null) {
    const why = refusal ?? 'A file of another kind was refused.';
    return { ...summary, ...own, held: null, outcome: outcome === 'failed' ? outcome : 'refused', refusal: why };
  }
  return { ...summary, ...own, outcome: isDryRun ? 'dry run' : outcome };
}
