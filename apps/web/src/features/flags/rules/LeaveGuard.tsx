import { useBlocker } from '@tanstack/react-router'
import { t as shared } from '../../../messages/en.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { t } from './messages.ts'

/** Nobody loses what they wrote by following a link. */
export function LeaveGuard({ when }: { when: () => boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: when,
    withResolver: true,
    enableBeforeUnload: false,
  })
  return (
    <Confirm
      opened={status === 'blocked'}
      title={t('leave.title')}
      label={t('leave.do')}
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    >
      {shared('form.leave')}
    </Confirm>
  )
}
