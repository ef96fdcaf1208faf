import { useBlocker } from '@tanstack/react-router'
import { t } from '../messages/en.ts'
import { Confirm } from './Confirm.tsx'

/** Asks before a page with unsaved changes is left. */
export function LeaveGuard({ when, kept }: { when: () => boolean; kept: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: when,
    withResolver: true,
    enableBeforeUnload: () => !kept && when(),
  })
  return (
    <Confirm
      opened={status === 'blocked'}
      title={t('form.leaveTitle')}
      label={t('form.leaveDo')}
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    >
      {t(kept ? 'form.leaveKept' : 'form.leaveLost')}
    </Confirm>
  )
}
