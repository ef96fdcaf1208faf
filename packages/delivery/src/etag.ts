/**
 * Weak comparison of RFC 9110 with lists and `*`, whatever else the request says: proxies that compress weaken
 * tags, and some HTTP libraries add `no-cache` by themselves.
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
