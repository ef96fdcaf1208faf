import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLiveChange } from '../../../lib/live.ts'
import { me } from '../../../lib/session.ts'
import { actorOf } from '../../events/actor.ts'
import { t } from './messages.ts'
import { type FlagRow, newestEvent } from './queries.ts'

const SHOWN_MS = 8000
/** When everything changes at once, nobody reads who did each. */
const MOST_AT_ONCE = 8

/** What somebody else has just done to a flag in sight, for a moment. */
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

/** Before the @, where the name is an address: the rest is the same for everybody. */
export const shortName = (name: string) => name.split('@')[0] || name
