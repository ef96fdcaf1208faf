import { invalid } from '../../platform/errors.ts'

/** Each is `*` or an origin exactly as browsers send it: scheme, host, and port unless it is the default one. */
export function acceptOrigins(origins: readonly string[]): string[] {
  const accepted = origins.map((origin) => origin.trim())
  const wrong = accepted.find((origin) => origin !== '*' && !isOrigin(origin))
  if (wrong === undefined) return [...new Set(accepted)]
  throw invalid(`"${wrong}" is not an origin such as https://example.com, and not *.`, 'frontendApiOrigins')
}

function isOrigin(text: string): boolean {
  const url = text.includes('*') ? null : URL.parse(text)
  return (url?.protocol === 'https:' || url?.protocol === 'http:') && url.origin === text
}
