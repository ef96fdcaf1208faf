/**
 * Browsers send the origin of the page. Only pages of this server may talk to it: another one could have been pointed
 * here by DNS rebinding. Other programs send no origin.
 */
export function isForeignOrigin(origin: string | undefined, url: string): boolean {
  if (origin === undefined) return false
  const given = URL.parse(origin)?.host
  return given === undefined || given !== URL.parse(url)?.host
}
