import type { ChangeRequest } from '@flagstaff/contract/requests'
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconCalendarClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { formatAge, formatMinute } from '../../../lib/format.ts'
import { t as shared } from '../../../messages/en.ts'
import { useAsk } from '../../../ui/Ask.tsx'
import { Loaded } from '../../../ui/Loaded.tsx'
import { MomentDialog } from './MomentDialog.tsx'
import { type MessageKey, t } from './messages.ts'
import { zoneOf } from './moment.ts'
import own from './Plan.module.css'
import classes from './page.module.css'
import { projectRequests, useSetUntil } from './scheduleQueries.ts'

type PlanProps = {
  request: ChangeRequest
  /** Whether the user can make the changes temporary. */
  canEdit: boolean
}

/** When a request is applied, and when its changes are reverted. */
export function Plan({ request, canEdit }: PlanProps) {
  const { project, state, schedule, until, returns } = request
  const hasPlan = schedule !== undefined || until !== undefined || returns !== undefined
  if (!hasPlan && !canEdit) return null
  return (
    <section className={classes.part} aria-labelledby="plan">
      <h2 id="plan">{t('plan.title')}</h2>
      {schedule && (
        <Time
          icon={<IconCalendarClock size={16} stroke={1.5} aria-hidden="true" />}
          text={schedule.status === 'pending' ? 'plan.applied' : 'plan.planned'}
          at={schedule.scheduledAt}
        />
      )}
      {returns !== undefined && (
        <p className={own.note}>
          <RequestLink project={project} id={returns} text="plan.returns" />
        </p>
      )}
      {until !== undefined && (
        <Time
          icon={<IconArrowBackUp size={16} stroke={1.5} aria-hidden="true" />}
          text="plan.until"
          at={until}
        />
      )}
      {until !== undefined && state === 'Applied' && <Return request={request} />}
      {until !== undefined && !canEdit && state === 'In review' && (
        <p className={own.note}>{t('plan.reviewed')}</p>
      )}
      {canEdit && <Temporary request={request} />}
    </section>
  )
}

function Time({ icon, text, at }: { icon: ReactNode; text: MessageKey; at: string }) {
  return (
    <p className={own.time}>
      {icon}
      <span className={own.words}>
        <b>
          <time dateTime={at}>{t(text, { at: formatMinute(at) })}</time>
        </b>
        <span className="faint small num">
          {t('plan.age', { age: formatAge(at), zone: zoneOf(new Date(at)) })}
        </span>
      </span>
    </p>
  )
}

function RequestLink({ project, id, text }: { project: string; id: number; text: MessageKey }) {
  return (
    <Link
      to="/projects/$projectId/change-requests/$id"
      params={{ projectId: project, id: String(id) }}
      className="link"
    >
      {t(text, { id })}
    </Link>
  )
}

/** The request that reverts the changes of an applied one. */
function Return({ request: { project, id } }: { request: ChangeRequest }) {
  const requests = useQuery(projectRequests(project))
  return (
    <Loaded query={requests} name={shared('state.requests')}>
      {(data) => {
        const back = data.find(({ returns }) => returns === id)
        return (
          back && (
            <p className={own.note}>
              <RequestLink project={project} id={back.id} text="plan.return" />{' '}
              <span className="faint">
                {t(`plan.return.${back.schedule?.status ?? back.state}` as MessageKey)}
              </span>
            </p>
          )
        )
      }}
    </Loaded>
  )
}

/** Lets the author set or remove the time at which the changes are reverted. */
function Temporary({ request }: { request: ChangeRequest }) {
  const { project, id, state, schedule, until, objectVersion: version } = request
  const [opened, setOpened] = useState(false)
  const ask = useAsk()
  const save = useSetUntil()
  const remove = useSetUntil({ toastErrors: true })
  const close = () => {
    setOpened(false)
    save.reset()
  }
  const keep = () => remove.mutateAsync({ project, id, at: null, version })
  const askKeep = () =>
    ask({
      title: t('until.keepTitle'),
      text: t('until.keepText'),
      label: t('do.permanent'),
      run: keep,
    })
  return (
    <>
      {state !== 'Draft' && (
        <p className={own.note}>{t(until === undefined ? 'until.review' : 'until.reviewAgain')}</p>
      )}
      <div className={own.actions}>
        <Button variant="default" onClick={() => setOpened(true)}>
          {t(until === undefined ? 'do.temporary' : 'do.until')}
        </Button>
        {until !== undefined && (
          <Button variant="default" loading={remove.isPending} onClick={state === 'Draft' ? keep : askKeep}>
            {t('do.permanent')}
          </Button>
        )}
      </div>
      <MomentDialog
        opened={opened}
        title={t(until === undefined ? 'until.title' : 'until.again')}
        text={t(state === 'Draft' ? 'until.text' : 'until.textReviewed')}
        field={t('until.field')}
        label={t(until === undefined ? 'until.submit' : 'until.change')}
        chosen={until ?? schedule?.scheduledAt}
        error={save.error}
        busy={save.isPending}
        onSubmit={(at) => save.mutate({ project, id, at, version }, { onSuccess: close })}
        onClose={close}
      />
    </>
  )
}
