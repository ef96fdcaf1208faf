import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { actorOf } from '../../../lib/actor.ts'
import { useLiveChange } from '../../../lib/live.ts'
import { me } from '../../../lib/session.ts'
import { t } from './messages.ts'
import { type FlagRow, newestEvent } from './queries.ts'

const SHOWN_MS = 8000
/** Do not show notes if too many flags change at once. */
const MOST_AT_ONCE = 8

/** Shows briefly which other user has just changed a visible flag. */
export function useLiveNotes(rows: readonly FlagRow[]): ReadonlyMap<string, string> {
  const { data } = useSuspenseQuery(me)
  const asking = useRef(0)
  const [notes, setNotes] = useState<ReadonlyMap<string, string>>(new Map())
  useLiveChange(({ kind, flag }) => {
    if (kind !== 'flag' || !flag || !rows.some(({ name }) => name === flag)) return
    if (asking.current < MOST_AT_ONCE) void tell(flag)
  })
  const tell = async (flag: string) => {
    asking.current += 1
    const event = await newestEvent(flag).catch(() => undefined)
    asking.current -= 1
    if (!event || event.createdByUserId === data.user.id) return
    const { label, type, environment } = event
    const who = shortName(actorOf(event))
    const what = label ?? type
    const note = environment ? t('live.noteIn', { who, what, environment }) : t('live.note', { who, what })
    setNotes((now) => new Map(now).set(flag, note))
    setTimeout(() => {
      setNotes((now) => {
        if (now.get(flag) !== note) return now
        const next = new Map(now)
        next.delete(flag)
        return next
      })
    }, SHOWN_MS)
  }
  return notes
}

/** The part before the @ of an email address, since the domain is the same for all. */
export const shortName = (name: string) => name.split('@')[0] || name
