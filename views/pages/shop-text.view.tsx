import { usePage } from '../context.js';
import { merchantHtml, plainText } from '../merchant-html.js';
import type { ShopTextModel } from '../models.js';
import './shop-text.view.css';

/** Terms or cancellation policy as the shop wrote them, with their language marked. */
export function ShopTextView({ model: { text, kind } }: { model: ShopTextModel }) {
  const { t, url, edition } = usePage();
  const { shop, language } = text;
  const html = merchantHtml(text.html);
  const isPolicy = kind === 'policy';
  return (
    <>
      <h1>{isPolicy ? t('shop:text.policy', { shop: shop.name }) : t('shop:text.terms', { shop: shop.name })}</h1>
      <p className="lead">
        {language === edition.language
          ? t('shop:text.own')
          : t('shop:text.foreign', { language: t(`shop:language.${language}`) })}
      </p>
      {html === null ? (
        <div className="merchant-text" lang={language}>
          {plainText(text.html).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      ) : (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: merchantHtml() has let only plain text elements pass.
        <div className="merchant-text" lang={language} dangerouslySetInnerHTML={{ __html: html }} />
      )}
      <p className="shop-links">
        <a className="button" href={url('shop', { shop: shop.slug })}>
          {t('shop:text.back', { shop: shop.name })}
        </a>
        {isPolicy ? (
          <a className="button" href={url('information', { page: 'revocation' })}>
            {t('layout:withdraw')}
          </a>
        ) : (
          <a className="button" href={url('shopPolicy', { shop: shop.slug })}>
            {t('shop:texts.policy')}
          </a>
        )}
      </p>
    </>
  );
}
