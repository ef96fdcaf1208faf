import { useState } from 'react'

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/**
 * What somebody is writing about an object that others may change meanwhile. Where nothing was written yet, their
 * change is simply shown; otherwise the form asks.
 */
export function useDraft<T extends object>(stored: T, version?: number) {
  const [base, setBase] = useState({ start: stored, version })
  const [draft, setDraft] = useState(stored)
  const dirty = !same(draft, base.start)
  const theirs = { start: stored, version }
  const changed = version !== base.version
  if (changed && !dirty) {
    setBase(theirs)
    setDraft(stored)
  }
  return {
    draft,
    start: base.start,
    /** What the edit is based on, for the server to compare. */
    version: base.version,
    dirty,
    changedUnderneath: changed && dirty,
    edit: (change: Partial<T>) => setDraft((now) => ({ ...now, ...change })),
    reset: () => setDraft(base.start),
    takeTheirs: () => {
      setBase(theirs)
      setDraft(stored)
    },
    keepMine: () => setBase(theirs),
  }
}
