import { createContext, type ReactNode, useContext } from 'react';
import type { ConsoleAct } from '../../server/contract/console-rights.js';
import type { LogoPicture } from '../context.js';
import type { Formats, Translate } from '../formats.js';
import { Logo } from './logo.js';
import './portal.css';

/** Texts, formats and links of every page of the merchant portal and of the operator's console. */
export interface PortalParts {
  readonly t: Translate;
  readonly format: Formats;
  /** Date and time of an ISO 8601 text, in the edition's words. */
  time(iso: string): string;
  /** Time of the day alone. */
  clock(iso: string): string;
  /** Locale of the edition. */
  readonly locale: string;
  readonly shopName: string;
  readonly logo: LogoPicture | null;
  /** Path prefix of the edition. */
  readonly prefix: string;
  /** Links to the page in the other languages of the shop. */
  readonly languages: readonly { readonly name: string; readonly locale: string; readonly href: string }[];
}
/** The signed-in person, and the pages they can open. */
interface Visitor {
  readonly name: string;
  /** Roles of the person, below the name. */
  readonly roles?: string;
  /** Whether the person may do an act of the console. */
  may?(act: ConsoleAct): boolean;
  /** Proof that forms of the session send. */
  readonly proof: string;
  readonly places: readonly { readonly name: string; readonly href: string; readonly isHere: boolean }[];
}

type Context = PortalParts & { readonly proof: string } & Required<Pick<Visitor, 'may'>>;
const Page = createContext<Context | null>(null);

/** Returns the context of the frame; `proof` is empty before signing in. */
export function usePortal() {
  const page = useContext(Page);
  if (!page) throw new Error('usePortal() outside a page of a portal');
  return page;
}

/** A form with the proof that it comes from a page of the session. */
export function PortalForm({
  action,
  children,
  ...rest
}: {
  /** Path without the edition. */
  action: string;
  className?: string;
  encType?: 'multipart/form-data';
  children: ReactNode;
}) {
  const { prefix, proof } = usePortal();
  return (
    <form {...rest} method="post" action={`${prefix}${action}`}>
      <input type="hidden" name="proof" value={proof} />
      {children}
    </form>
  );
}

export const Alert = ({ children }: { children: ReactNode }) => (
  <p className="note error" role="alert">
    {children}
  </p>
);

/** The result of a form. */
export const Status = ({ children }: { children: ReactNode }) => (
  <p className="note" role="status">
    {children}
  </p>
);

/** A section of a page with a heading. */
export const Part = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
);

/** Sign-in page with a field for the token. @param fault why it was refused @param token of an invitation */
export function SignIn({
  title,
  lead,
  fault,
  isWrong,
  token,
  children,
}: {
  title: string;
  lead: string;
  fault: string | null;
  isWrong: boolean;
  token?: string | null;
  children?: ReactNode;
}) {
  const { t, prefix } = usePortal();
  return (
    <>
      <h1>{title}</h1>
      <p className="lead">{lead}</p>
      {fault !== null && <Alert>{fault}</Alert>}
      {children}
      <form className="portal-form" method="post" action={`${prefix}/sign-in`}>
        <p>
          <label htmlFor="token">{t('merchant:token')}</label>
          <input
            id="token"
            name="token"
            type="password"
            autoComplete="current-password"
            required
            defaultValue={token ?? undefined}
            aria-invalid={isWrong || undefined}
          />
        </p>
        <button className="button filled" type="submit">
          {t('merchant:signIn')}
        </button>
      </form>
    </>
  );
}

/** Header and footer around a page. */
export function PortalFrame({
  parts,
  visitor,
  children,
}: {
  parts: PortalParts;
  visitor: Visitor | null;
  children: ReactNode;
}) {
  const { t, shopName, logo, languages } = parts;
  return (
    <Page value={{ ...parts, proof: visitor?.proof ?? '', may: visitor?.may ?? (() => true) }}>
      <header className="portal-head">
        <div className="page-width">
          <span className="portal-logo">
            <Logo name={shopName} picture={logo} />
          </span>
          {visitor && <b>{visitor.name}</b>}
          {visitor?.roles && <span className="small soft">{visitor.roles}</span>}
          {visitor && (
            <nav aria-label={t('merchant:nav')}>
              {visitor.places.map(({ name, href, isHere }) => (
                <a className="button quiet" key={href} href={href} aria-current={isHere ? 'page' : undefined}>
                  {name}
                </a>
              ))}
              <PortalForm action="/sign-out">
                <button className="button quiet" type="submit">
                  {t('merchant:signOut')}
                </button>
              </PortalForm>
            </nav>
          )}
        </div>
      </header>
      <main id="main">
        <div className="page-width">{children}</div>
      </main>
      <footer className="portal-foot">
        <nav className="page-width" aria-label={t('merchant:languages')}>
          {languages.map(({ name, locale, href }) => (
            <a key={locale} href={href} lang={locale} hrefLang={locale}>
              {name}
            </a>
          ))}
        </nav>
      </footer>
    </Page>
  );
}
