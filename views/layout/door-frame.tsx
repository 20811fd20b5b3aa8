import type { ReactNode } from 'react';
import type { LogoPicture } from '../context.js';
import type { Formats, Translate } from '../formats.js';
import { Logo } from './logo.js';
import './door.css';

/** What every page of the merchants' door and of the operator's console has. */
export interface DoorParts {
  readonly t: Translate;
  readonly format: Formats;
  /** Date and time of an ISO 8601 text, in the edition's words. */
  time(iso: string): string;
  /** Time of the day alone. */
  clock(iso: string): string;
  /** Of the edition. */
  readonly locale: string;
  readonly shopName: string;
  readonly logo: LogoPicture | null;
  /** What addresses of the edition begin with. */
  readonly prefix: string;
  /** The same page in the languages of the shop. */
  readonly languages: readonly { readonly name: string; readonly locale: string; readonly href: string }[];
}
/** Who has signed in, and where they can go. */
interface Who {
  readonly name: string;
  readonly proof: string;
  readonly places: readonly { readonly name: string; readonly href: string; readonly isHere: boolean }[];
}

/** Shows that a form comes from a page of the session. */
export const DoorProof = ({ proof }: { proof: string }) => <input type="hidden" name="proof" value={proof} />;

export const Alert = ({ children }: { children: ReactNode }) => (
  <p className="note error" role="alert">
    {children}
  </p>
);

/** The way in, by a token. @param fault why it was refused */
export function SignIn({
  t,
  prefix,
  title,
  lead,
  fault,
  isWrong,
  children,
}: Pick<DoorParts, 't' | 'prefix'> & {
  title: string;
  lead: string;
  fault: string | null;
  isWrong: boolean;
  children?: ReactNode;
}) {
  return (
    <>
      <h1>{title}</h1>
      <p className="lead">{lead}</p>
      {fault !== null && <Alert>{fault}</Alert>}
      {children}
      <form className="door-form" method="post" action={`${prefix}/sign-in`}>
        <p>
          <label htmlFor="token">{t('merchant:token')}</label>
          <input
            id="token"
            name="token"
            type="password"
            autoComplete="current-password"
            required
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

/** Head and foot around a page. */
export function DoorFrame({
  t,
  prefix,
  shopName,
  logo,
  languages,
  who,
  children,
}: DoorParts & { who: Who | null; children: ReactNode }) {
  return (
    <>
      <header className="door-head">
        <div className="page-width">
          <span className="door-logo">
            <Logo name={shopName} picture={logo} />
          </span>
          {who && <b>{who.name}</b>}
          {who && (
            <nav aria-label={t('merchant:nav')}>
              {who.places.map(({ name, href, isHere }) => (
                <a className="button quiet" key={href} href={href} aria-current={isHere ? 'page' : undefined}>
                  {name}
                </a>
              ))}
              <form method="post" action={`${prefix}/sign-out`}>
                <DoorProof proof={who.proof} />
                <button className="button quiet" type="submit">
                  {t('merchant:signOut')}
                </button>
              </form>
            </nav>
          )}
        </div>
      </header>
      <main id="main">
        <div className="page-width">{children}</div>
      </main>
      <footer className="door-foot">
        <nav className="page-width" aria-label={t('merchant:languages')}>
          {languages.map(({ name, locale, href }) => (
            <a key={locale} href={href} lang={locale} hrefLang={locale}>
              {name}
            </a>
          ))}
        </nav>
      </footer>
    </>
  );
}
