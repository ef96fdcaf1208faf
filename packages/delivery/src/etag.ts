/**
 * Weak comparison (RFC 9110) with lists and `*`; `Cache-Control` is ignored: proxies that compress weaken ETags, and
 * some HTTP libraries add `no-cache`.
 */
export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  if (ifNoneMatch === etag) return true
  const own = strong(etag)
  return ifNoneMatch.split(',').some((part) => {
    const tag = part.trim()
    return tag === '*' || strong(tag) === own
  })
}

const strong = (tag: string) => (tag.startsWith('W/') ? tag.slice(2) : tag)
