import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { forget, forgetOld, keep, readKept } from './kept.ts'
import { me } from './session.ts'

export type Keeping<T> = {
  draft: T
  /** Of what it changes; undefined for something new. */
  version?: number | undefined
  restore(draft: T): void
  discard(): void
}

export type Restored = { at: number; stale: boolean; discard(): void }

/** Keeps a draft under the address of its form and the account, and brings it back when the form is opened again. */
export function useKept<T>(keeping: Keeping<T> | undefined) {
  const { user } = useSuspenseQuery(me).data
  const [address] = useState(() => `${user.id}:${location.pathname}${location.search}`)
  const [first] = useState(() => JSON.stringify(keeping?.draft))
  const [restored, setRestored] = useState<Restored>()
  /** Nothing is kept any more once the form has ended. */
  const state = useRef<'untouched' | 'touched' | 'ended'>('untouched')
  const text = JSON.stringify(keeping?.draft)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => {
    forgetOld()
    const found = keeping && readKept(address)
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
    if (!keeping || state.current === 'ended') return
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
