import type { SignInOption } from '@flagstaff/contract/sso'
import { isPasswordOff } from '../auth/index.ts'
import type { Sources } from './settings/effective.ts'
import { findSetting } from './settings/queries.ts'
import { OIDC, SAML } from './settings/stored.ts'

export { leaveBy } from './leave.ts'
export { openProviders } from './oidc/provider.ts'

export type WaysIn = { options: SignInOption[]; passwordHidden: boolean }

const ways = {
  oidc: { message: 'Sign in with OpenID Connect', path: '/auth/oidc/login' },
  saml: { message: 'Sign in with SAML 2.0', path: '/auth/saml/login' },
} as const

/** The available sign-in methods. Falls back to the password form while the database is down. */
export async function waysIn({ read, settings }: Sources): Promise<WaysIn> {
  const { oidc, saml } = settings.sso
  try {
    const [hasOidc, hasSaml, passwordHidden] = await Promise.all([
      oidc?.enabled ?? findSetting(read, OIDC).then((stored) => stored?.enabled),
      saml?.enabled ?? findSetting(read, SAML).then((stored) => stored?.enabled),
      isPasswordOff(read, settings),
    ])
    const types = [...(hasOidc ? (['oidc'] as const) : []), ...(hasSaml ? (['saml'] as const) : [])]
    return { options: types.map((type) => ({ type, ...ways[type] })), passwordHidden }
  } catch {
    return { options: [], passwordHidden: false }
  }
}

/** The same for API clients, sent with a 401. */
export async function howToSignIn(sources: Sources) {
  const { options, passwordHidden } = await waysIn(sources)
  return {
    path: '/auth/simple/login',
    type: 'password',
    defaultHidden: passwordHidden,
    ...(options.length > 0 ? { options } : {}),
  }
}
