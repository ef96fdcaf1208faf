/** What somebody wrote into a form and did not save, kept in this browser until it is saved, discarded or a week old. */
export type Kept = { at: number; version: number | undefined; draft: unknown }

const PREFIX = 'flagstaff-draft:'
const WEEK_MS = 7 * 24 * 60 * 60 * 1000

export function readKept(key: string, now = Date.now()): Kept | undefined {
  const text = localStorage.getItem(PREFIX + key)
  if (!text) return undefined
  const kept = parse(text)
  if (kept && now - kept.at < WEEK_MS) return kept
  forget(key)
  return undefined
}

export function keep(key: string, kept: Kept) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(kept))
  } catch {
    // A full or forbidden storage costs the copy, not the form.
  }
}

export const forget = (key: string) => localStorage.removeItem(PREFIX + key)

/** Whatever is too old, of whomever. */
export function forgetOld(now = Date.now()) {
  for (const name of Object.keys(localStorage))
    if (name.startsWith(PREFIX)) readKept(name.slice(PREFIX.length), now)
}

function parse(text: string): Kept | undefined {
  try {
    const { at, version, draft } = JSON.parse(text) as Kept
    return typeof at === 'number' ? { at, version, draft } : undefined
  } catch {
    return undefined
  }
}
