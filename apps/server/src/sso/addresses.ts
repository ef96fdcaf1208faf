import type { SignInProvider } from '@flagstaff/contract/sso'
import type { Settings } from '../platform/settings.ts'

type Place = Pick<Settings, 'url' | 'basePath'>

/** Always from the settings, never from what a caller sent along. */
export const baseOf = ({ url, basePath }: Place): string => `${url}${basePath}`
export const callbackOf = (place: Place, provider: SignInProvider): string =>
  `${baseOf(place)}/auth/${provider}/callback`
export const metadataOf = (place: Place): string => `${baseOf(place)}/auth/saml/metadata`
export const signedOutOf = (place: Place): string => `${baseOf(place)}/signed-out`

/** What no browser should be sent back to: none of it is a page. */
const machinery = /^\/(api|auth|docs|edge|health|ready|internal-backstage|invite|logout|assets)(\/|$)/
const LONGEST = 2_000

/** Where somebody goes on after signing in: a page of ours, or else the first one. */
export function returnPath(wanted: string | undefined): string {
  if (!wanted || wanted.length > LONGEST) return '/'
  // Browsers read a backslash as a slash, and drop line breaks.
  if (!/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(wanted)) return '/'
  const url = URL.parse(wanted, 'https://here.invalid')
  if (url?.origin !== 'https://here.invalid') return '/'
  const path = `${url.pathname}${url.search}${url.hash}`
  if (path.startsWith('//') || machinery.test(url.pathname) || /^\/(login|signed-out)\b/.test(path))
    return '/'
  return path
}
