import type { Event } from '@flagstaff/contract/events'
import { useState } from 'react'
import { actorOf } from '../../../lib/actor.ts'
import { ApiError, send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { formatAge } from '../../../lib/format.ts'
import { showToast } from '../../../lib/toasts.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { isProduction } from '../../../ui/Environment.tsx'
import { EventDiff } from './EventDiff.tsx'
import classes from './EventLog.module.css'
import { t } from './messages.ts'

type Asked = { event: Event; changedSince: boolean }

/** Reverts an event: at once, or after confirmation if it affects production or there are later changes. */
export function useRevert(typeOf: (environment: string) => string) {
  const [asked, setAsked] = useState<Asked>()
  const change = useChange({
    run: ({ event, changedSince }: Asked) =>
      send('POST /api/admin/events/:id/revert', {
        params: { id: event.id },
        body: { evenIfChanged: changedSince },
      }),
    // Invalidate everything, since an event can be about any object.
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
      title={titleOf(asked.event)}
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

function titleOf({ featureName: flag, environment }: Event): string {
  if (!flag) return t('revert.title')
  return environment ? t('revert.titleIn', { flag, environment }) : t('revert.titleFlag', { flag })
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
