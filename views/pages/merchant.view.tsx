import type { MerchantImport, MerchantOffer, MerchantReport } from '../../server/contract/merchants.js';
import { Alert, PortalForm, PortalFrame, type PortalParts, SignIn, Status, usePortal } from '../layout/portal-frame.js';
import { MerchantFacts } from '../layout/portal-merchant.js';
import { FileField, ModeChoice, Preview } from '../layout/portal-preview.js';
import { FileReport, ListPart, PortalSearch, rowCounts, statusText } from '../layout/portal-report.js';
import { type ShownTerms, TermsForm } from './merchant-terms.js';
import './merchant.css';

/** The merchant that is signed in at the portal. */
interface MerchantIn {
  readonly name: string;
  readonly mayWrite: boolean;
  readonly proof: string;
}
/** Why a form was refused. */
export type MerchantFault = 'token' | 'limit' | 'file' | 'form' | 'later';
export type MerchantModel =
  | { readonly page: 'signIn'; readonly fault: MerchantFault | null; readonly invitation: string | null }
  /** The token that an invitation was exchanged for. */
  | { readonly page: 'token'; readonly token: string }
  | {
      readonly page: 'errors';
      readonly codes: readonly { readonly code: string; readonly status: number; readonly words: string }[];
    }
  | { readonly page: 'feeds'; readonly imports: readonly MerchantImport[]; readonly fault: MerchantFault | null }
  | {
      readonly page: 'report';
      readonly report: MerchantReport;
      /** Whether the meanings of the columns were saved just now. */
      readonly isSaved: boolean;
    }
  | {
      readonly page: 'offers';
      readonly wanted: string;
      readonly offers: readonly MerchantOffer[];
      /** Address of the next offers. */
      readonly next: string | null;
      readonly feedback: 'saved' | 'removed' | null;
      /** Sentence that says why the last change was refused. */
      readonly alert: string | null;
    }
  | ({ readonly page: 'shop' } & ShownTerms);

type Rights = Pick<MerchantIn, 'mayWrite'>;
type Of<Page extends MerchantModel['page']> = Extract<MerchantModel, { page: Page }>;

function Upload() {
  const { t } = usePortal();
  return (
    <PortalForm className="portal-form" encType="multipart/form-data" action="/feeds">
      <h2>{t('merchant:upload.title')}</h2>
      <FileField />
      <ModeChoice />
      <p className="actions">
        <button className="button filled" type="submit" name="dryRun" value="1">
          {t('merchant:preview.open')}
        </button>
        <button className="button" type="submit">
          {t('merchant:upload.submit')}
        </button>
      </p>
    </PortalForm>
  );
}

function Feeds({ imports, fault, mayWrite }: Of<'feeds'> & Rights) {
  const portal = usePortal();
  const { t, time } = portal;
  return (
    <>
      <h1>{t('merchant:places.feeds')}</h1>
      {fault && <Alert>{t(`merchant:fault.${fault}`)}</Alert>}
      {mayWrite ? <Upload /> : <p className="note">{t('merchant:offer.readOnly')}</p>}
      <ListPart
        id="h-last"
        title={t('merchant:last.title')}
        none={t('merchant:last.none')}
        rows={imports.map((each) => ({
          key: each.id,
          link: { to: `/feeds/${each.id}`, text: `${time(each.createdAt)}, ${t(`merchant:source.${each.source}`)}` },
          small: [rowCounts(portal, each)],
          badge: statusText(t, each.status),
        }))}
      />
    </>
  );
}

function Report({ report, isSaved, mayWrite }: Of<'report'> & Rights) {
  const { t } = usePortal();
  return (
    <FileReport report={report} place="feeds" back={t('merchant:places.feeds')}>
      <Preview report={report} action={mayWrite ? `/feeds/${report.id}` : null} isSaved={isSaved} />
    </FileReport>
  );
}

function Offer({ offer, mayWrite }: { offer: MerchantOffer; mayWrite: boolean }) {
  const { t } = usePortal();
  const { key, brand, number, price, stock, handling, withheld } = offer;
  const fields = [
    // In the format that people type: all editions use the decimal comma.
    ['price', t('merchant:offer.price'), (price / 100).toFixed(2).replace('.', ','), 'decimal'],
    ['stock', t('merchant:offer.stock'), stock === null ? '' : String(stock), 'numeric'],
    [
      'from',
      `${t('merchant:offer.days')}, ${t('merchant:offer.from')}`,
      handling ? String(handling[0]) : '',
      'numeric',
    ],
    ['to', t('merchant:offer.to'), handling ? String(handling[1]) : '', 'numeric'],
  ] as const;
  return (
    <li>
      <PortalForm className="portal-offer" action="/offers">
        <input type="hidden" name="key" value={key} />
        <div>
          <h2>{key}</h2>
          <p className="small soft">{brand === null ? t('merchant:offer.gone') : `${brand} ${number}`}</p>
          {withheld.length > 0 && (
            <p className="small tone-warn">
              {t('merchant:offer.withheld', {
                reasons: withheld.map((why) => t(`merchant:withheld.${why as 'maker'}`)).join(', '),
              })}
            </p>
          )}
        </div>
        <div className="portal-fields">
          {fields.map(([name, label, value, mode]) => (
            <p key={name}>
              <label htmlFor={`${name} ${key}`}>{label}</label>
              <input id={`${name} ${key}`} name={name} defaultValue={value} inputMode={mode} disabled={!mayWrite} />
            </p>
          ))}
        </div>
        {mayWrite && (
          <p className="actions">
            <button className="button filled" type="submit" name="act" value="save">
              {t('merchant:offer.save')}
            </button>
            <button className="button" type="submit" name="act" value="withdraw">
              {t('merchant:offer.withdraw')}
            </button>
          </p>
        )}
      </PortalForm>
    </li>
  );
}

function Offers({ wanted, offers, next, feedback, alert, mayWrite }: Of<'offers'> & Rights) {
  const { t } = usePortal();
  return (
    <>
      <h1>{t('merchant:places.offers')}</h1>
      {feedback && <Status>{t(`merchant:offer.${feedback}`, { key: wanted })}</Status>}
      {alert && <Alert>{alert}</Alert>}
      <PortalSearch action="/offers" name="key" label={t('merchant:search.label')} value={wanted} />
      {offers.length === 0 && <p>{t('merchant:search.none')}</p>}
      <ul className="portal-list">
        {offers.map((offer) => (
          <Offer key={offer.key} offer={offer} mayWrite={mayWrite} />
        ))}
      </ul>
      {next !== null && (
        <p>
          <a className="button" href={next}>
            {t('merchant:search.more')}
          </a>
        </p>
      )}
    </>
  );
}

/** Everything that the shop knows of the merchant. */
function Shop({ mayWrite, ...shown }: Of<'shop'> & Rights) {
  const { t } = usePortal();
  return (
    <>
      <h1>{t('merchant:places.shop')}</h1>
      <MerchantFacts page={shown.shop} terms={mayWrite && <TermsForm {...shown} />} />
    </>
  );
}

/** Explanations of error codes, to which `type` of an error leads. */
function Errors({ codes }: Of<'errors'>) {
  const { t } = usePortal();
  return (
    <>
      <h1>{t('merchant:errors.title')}</h1>
      <p className="lead">{t('merchant:errors.lead')}</p>
      <p>
        <a className="button" href="/api/openapi.json">
          {t('merchant:errors.description')}
        </a>
      </p>
      <ul className="portal-list">
        {codes.map(({ code, status, words }) => (
          <li key={code} id={`error-${code}`}>
            <div>
              <h2 className="number">{code}</h2>
              <p>{words}</p>
            </div>
            <span className="badge">{status}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function NewToken({ token }: Of<'token'>) {
  const { t, prefix } = usePortal();
  return (
    <>
      <h1>{t('merchant:invitation.title')}</h1>
      <p className="lead">{t('merchant:invitation.keep')}</p>
      <p className="portal-form">
        <label htmlFor="token">{t('merchant:token')}</label>
        <input id="token" readOnly value={token} />
      </p>
      <a className="button filled" href={`${prefix}/feeds`}>
        {t('merchant:invitation.go')}
      </a>
    </>
  );
}

function Content({ model, merchant }: { model: MerchantModel; merchant: MerchantIn | null }) {
  const { t } = usePortal();
  if (model.page === 'errors') return <Errors {...model} />;
  if (model.page === 'token') return <NewToken {...model} />;
  if (model.page === 'signIn' || !merchant) {
    const { fault, invitation } = model.page === 'signIn' ? model : { fault: null, invitation: null };
    return (
      <SignIn
        title={t('merchant:title')}
        lead={t(invitation === null ? 'merchant:lead' : 'merchant:invitation.lead')}
        token={invitation}
        fault={fault && t(`merchant:fault.${fault}`)}
        isWrong={fault === 'token'}
      />
    );
  }
  if (model.page === 'feeds') return <Feeds {...model} mayWrite={merchant.mayWrite} />;
  if (model.page === 'report') return <Report {...model} mayWrite={merchant.mayWrite} />;
  if (model.page === 'shop') return <Shop {...model} mayWrite={merchant.mayWrite} />;
  return <Offers {...model} mayWrite={merchant.mayWrite} />;
}

/**
 * The pages of the merchant portal: plain forms and links in the shop's design.
 * @param merchant null before signing in
 */
export function MerchantView({
  model,
  parts,
  merchant,
}: {
  model: MerchantModel;
  parts: PortalParts;
  merchant: MerchantIn | null;
}) {
  const { t, prefix } = parts;
  const places = (['feeds', 'offers', 'shop'] as const).map((place) => ({
    name: t(`merchant:places.${place}`),
    href: `${prefix}/${place}`,
    isHere: place === (model.page === 'report' ? 'feeds' : model.page),
  }));
  return (
    <PortalFrame parts={parts} visitor={merchant && { name: merchant.name, proof: merchant.proof, places }}>
      <Content model={model} merchant={merchant} />
    </PortalFrame>
  );
}
