import { boot } from '../lib/boot.ts'
import { t } from '../messages/entry.ts'

/** A link for each identity provider, since the browser leaves this page. */
export function Providers({ returnTo }: { returnTo: string }) {
  const { options, passwordHidden } = boot.waysIn
  if (options.length === 0) return null
  return (
    <>
      {options.map(({ type, path }) => (
        <a
          key={type}
          className={passwordHidden ? 'primary' : 'secondary'}
          href={`${boot.basePath}${path}?redirect=${encodeURIComponent(returnTo)}`}
        >
          {t(type === 'saml' ? 'signIn.saml' : 'signIn.oidc')}
        </a>
      ))}
      {!passwordHidden && <p className="or">{t('signIn.or')}</p>}
    </>
  )
}
