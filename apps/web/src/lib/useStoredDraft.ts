import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { me } from './session.ts'
import { forget, forgetOld, keep, readStoredDraft } from './storedDrafts.ts'

type Keeping<T> = {
  draft: T
  /** The version of the edited object; undefined for a new one. */
  version?: number | undefined
  restore(draft: T): void
  discard(): void
}

export type Restored = { at: number; stale: boolean; discard(): void }

/** Stores a draft by the URL of its form and the account, and restores it when the form is opened again. */
export function useStoredDraft<T>(keeping: Keeping<T>) {
  const { user } = useSuspenseQuery(me).data
  const [address] = useState(() => `${user.id}:${location.pathname}${location.search}`)
  const [first] = useState(() => JSON.stringify(keeping.draft))
  const [restored, setRestored] = useState<Restored>()
  /** After `ended`, nothing is stored any more. */
  const state = useRef<'untouched' | 'touched' | 'ended'>('untouched')
  const text = JSON.stringify(keeping.draft)

  // biome-ignore lint/correctness/useExhaustiveDependencies: run once, when the form opens
  useEffect(() => {
    forgetOld()
    const found = readStoredDraft(address)
    if (!found || JSON.stringify(found.draft) === first) return
    keeping.restore(found.draft as T)
    const discard = () => {
      keeping.discard()
      setRestored(undefined)
    }
    setRestored({ at: found.at, stale: found.version !== keeping.version, discard })
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` is the draft
  useEffect(() => {
    if (state.current === 'ended') return
    if (text !== first) {
      state.current = 'touched'
      keep(address, { at: Date.now(), version: keeping.version, draft: keeping.draft })
    } else if (state.current === 'touched') forget(address)
  }, [text])

  const end = () => {
    state.current = 'ended'
    forget(address)
  }
  return { restored, end }
}
