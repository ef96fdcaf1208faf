import { isServerPath } from '@flagstaff/contract/paths'
import type { SignInProvider } from '@flagstaff/contract/sso'
import type { Settings } from '../../platform/settings/settings.ts'

type Place = Pick<Settings, 'url' | 'basePath'>

/** Always from the settings, never from the request. */
export const baseOf = ({ url, basePath }: Place): string => `${url}${basePath}`
export const callbackOf = (place: Place, provider: SignInProvider): string =>
  `${baseOf(place)}/auth/${provider}/callback`
export const metadataOf = (place: Place): string => `${baseOf(place)}/auth/saml/metadata`
export const samlLogoutOf = (place: Place): string => `${baseOf(place)}/auth/saml/logout`
export const signedOutOf = (place: Place): string => `${baseOf(place)}/signed-out`

const LONGEST = 2_000

/** The page to return to after signing in; the start page if it is not one of ours. */
export function returnPath(wanted: string | undefined): string {
  if (!wanted || wanted.length > LONGEST) return '/'
  // Browsers treat a backslash as a slash, and drop line breaks.
  if (!/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(wanted)) return '/'
  const url = URL.parse(wanted, 'https://here.invalid')
  if (url?.origin !== 'https://here.invalid') return '/'
  const path = `${url.pathname}${url.search}${url.hash}`
  const isPage = !isServerPath(url.pathname) && !/^\/(login|signed-out|assets)\b/.test(path)
  return isPage && !path.startsWith('//') ? path : '/'
}
