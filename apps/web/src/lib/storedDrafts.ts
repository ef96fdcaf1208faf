/** An unsaved draft, kept in local storage until it is saved, discarded or a week old. */
export type StoredDraft = { at: number; version: number | undefined; draft: unknown }

const PREFIX = 'flagstaff-draft:'
const WEEK_MS = 7 * 24 * 60 * 60 * 1000

export function readStoredDraft(key: string, now = Date.now()): StoredDraft | undefined {
  const text = localStorage.getItem(PREFIX + key)
  if (!text) return undefined
  const kept = parse(text)
  if (kept && now - kept.at < WEEK_MS) return kept
  forget(key)
  return undefined
}

export function keep(key: string, kept: StoredDraft) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(kept))
  } catch {
    // If the storage is full or disabled, the form works without a stored draft.
  }
}

export const forget = (key: string) => localStorage.removeItem(PREFIX + key)

/** Deletes expired drafts of all accounts. */
export function forgetOld(now = Date.now()) {
  for (const name of Object.keys(localStorage))
    if (name.startsWith(PREFIX)) readStoredDraft(name.slice(PREFIX.length), now)
}

function parse(text: string): StoredDraft | undefined {
  try {
    const { at, version, draft } = JSON.parse(text) as StoredDraft
    return typeof at === 'number' ? { at, version, draft } : undefined
  } catch {
    return undefined
  }
}
