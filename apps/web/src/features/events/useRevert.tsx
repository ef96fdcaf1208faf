import type { Event } from '@flagstaff/contract/events'
import { useState } from 'react'
import { ApiError, call } from '../../lib/api.ts'
import { useChange } from '../../lib/change.ts'
import { formatAge } from '../../lib/format.ts'
import { showToast } from '../../lib/toasts.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { isProduction } from '../../ui/Environment.tsx'
import { actorOf } from './actor.ts'
import { EventDiff } from './EventDiff.tsx'
import classes from './EventLog.module.css'
import { t } from './messages.ts'

type Asked = { event: Event; changedSince: boolean }

/** Puts back what an event changed: at once, or after a look where it reaches production or something came since. */
export function useRevert(typeOf: (environment: string) => string) {
  const [asked, setAsked] = useState<Asked>()
  const change = useChange({
    run: ({ event, changedSince }: Asked) =>
      call('POST', `/api/admin/events/${event.id}/revert`, { evenIfChanged: changedSince }),
    // It may be about anything.
    refresh: [[]],
    done: () => t('revert.done'),
  })
  const carryOut = (wanted: Asked) =>
    change.mutate(wanted, {
      onSuccess: () => setAsked(undefined),
      onError: (error) => {
        if (!(error instanceof ApiError) || error.status !== 409) return setAsked(undefined)
        if (error.code === 'changedSince') return setAsked({ ...wanted, changedSince: true })
        setAsked(undefined)
        showToast(error.message, { tone: 'bad' })
      },
    })
  const revert = (event: Event) => {
    const wanted = { event, changedSince: false }
    const whole = (event.reverts ?? 1) > 2
    if (whole || isProduction(typeOf(event.environment ?? ''))) setAsked(wanted)
    else carryOut(wanted)
  }
  const dialog = asked && (
    <Confirm
      opened
      title={t('revert.title')}
      label={t(asked.changedSince ? 'revert.anyway' : 'revert.do')}
      busy={change.isPending}
      onConfirm={() => carryOut(asked)}
      onClose={() => setAsked(undefined)}
    >
      <Question {...asked} />
    </Confirm>
  )
  return { revert, dialog }
}

function Question({ event, changedSince }: Asked) {
  const back = { ...event, data: event.preData ?? null, preData: event.data ?? null }
  return (
    <>
      <p>
        {t('revert.what', {
          who: actorOf(event),
          age: formatAge(event.createdAt),
          count: event.reverts ?? 1,
        })}
      </p>
      {changedSince && <p className={classes.warning}>{t('revert.changedSince')}</p>}
      <EventDiff event={back} />
    </>
  )
}
