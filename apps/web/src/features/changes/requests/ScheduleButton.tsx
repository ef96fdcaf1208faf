import type { ChangeRequest } from '@flagstaff/contract/requests'
import { Button } from '@mantine/core'
import { IconCalendarClock } from '@tabler/icons-react'
import { useState } from 'react'
import type { Refusal } from '../../../lib/session.ts'
import { Refused } from '../../../ui/Refused.tsx'
import { MomentDialog } from './MomentDialog.tsx'
import { t } from './messages.ts'
import { useSchedule } from './scheduleQueries.ts'

type ScheduleButtonProps = { request: ChangeRequest; why: Refusal; label?: string }

/** Chooses when an approved request is applied, or another time for a scheduled one. */
export function ScheduleButton({ request, why, label }: ScheduleButtonProps) {
  const { project, id, state, schedule, until, objectVersion: version } = request
  const [opened, setOpened] = useState(false)
  const save = useSchedule()
  const isAgain = state === 'Scheduled'
  const close = () => {
    setOpened(false)
    save.reset()
  }
  return (
    <>
      <Refused why={why}>
        <Button
          variant="default"
          aria-disabled={why ? true : undefined}
          leftSection={<IconCalendarClock size={14} stroke={1.75} />}
          onClick={why ? undefined : () => setOpened(true)}
        >
          {label ?? t(isAgain ? 'do.reschedule' : 'do.schedule')}
        </Button>
      </Refused>
      <MomentDialog
        opened={opened}
        title={t(isAgain ? 'schedule.again' : 'schedule.title')}
        text={t('schedule.text')}
        field={t('schedule.field')}
        label={t(isAgain ? 'schedule.change' : 'schedule.submit')}
        chosen={schedule?.scheduledAt}
        end={until}
        error={save.error}
        busy={save.isPending}
        onSubmit={(at) => save.mutate({ project, id, at, version }, { onSuccess: close })}
        onClose={close}
      />
    </>
  )
}
