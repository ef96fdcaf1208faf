import { useState } from 'react'

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/**
 * What somebody is writing about an object that others may change meanwhile. Where nothing was written yet, their
 * change is simply shown; otherwise the form asks.
 */
export function useDraft<T extends object>(stored: T, version?: number) {
  const [base, setBase] = useState({ start: stored, version })
  const [draft, setDraft] = useState(stored)
  const edited = (Object.keys(draft) as (keyof T)[]).filter((key) => !same(draft[key], base.start[key]))
  const dirty = edited.length > 0
  const theirs = { start: stored, version }
  const changed = version !== base.version
  // Nothing was written, or what was written is what is stored by now.
  if (changed && (!dirty || same(draft, stored))) {
    setBase(theirs)
    setDraft(stored)
  }
  const reset = () => setDraft(base.start)
  return {
    draft,
    start: base.start,
    /** What the edit is based on, for the server to compare. */
    version: base.version,
    dirty,
    edited,
    changedUnderneath: changed && dirty,
    edit: (change: Partial<T>) => setDraft((now) => ({ ...now, ...change })),
    reset,
    /** For a form that brings it back when it was left unsaved. */
    kept: { draft, version: base.version, restore: setDraft, discard: reset },
    takeTheirs: () => {
      setBase(theirs)
      setDraft(stored)
    },
    keepMine: () => setBase(theirs),
  }
}
