import type { ChangeRequest } from '@flagstaff/contract/requests'
import { Modal, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { send } from '../lib/api.ts'
import { useChange } from '../lib/change.ts'
import { countChanges, lookAt } from '../lib/drafts.ts'
import { t } from '../messages/en.ts'
import { Confirm } from '../ui/Confirm.tsx'
import { DialogEnd } from '../ui/DialogEnd.tsx'
import classes from './ReviewDialog.module.css'

type DraftProps = { draft: ChangeRequest; opened: boolean; onClose(): void }
const LONGEST = 1000
const refresh = [['change-request']]
const paramsOf = ({ project, id }: ChangeRequest) => ({ projectId: project, id })

export function SendDraft(props: DraftProps) {
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={t('draft.sendTitle')}
      size={480}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <SendForm {...props} />
    </Modal>
  )
}

function SendForm({ draft, onClose }: DraftProps) {
  const [comment, setComment] = useState('')
  const submit = useChange<{ comment: string }>({
    run: ({ comment: text }) =>
      send('PUT /api/admin/projects/:projectId/change-requests/:id/state', {
        params: paramsOf(draft),
        body: { state: 'In review', ...(text === '' ? {} : { comment: text }) },
      }),
    refresh,
    // Not in `mutate`: the bar is removed with the draft, possibly before the response arrives.
    done: () => t('draft.sent'),
    link: lookAt(draft),
  })
  const go = (event: FormEvent) => {
    event.preventDefault()
    submit.mutate({ comment: comment.trim() }, { onSuccess: onClose })
  }
  return (
    <form onSubmit={go} className={classes.form}>
      <p className="dim">
        {t('draft.sendText', {
          count: countChanges(draft),
          environment: draft.environment,
          approvals: draft.minApprovals,
        })}
      </p>
      <Textarea
        label={t('draft.comment')}
        description={t('form.optional')}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
        maxLength={LONGEST}
        autosize
        minRows={2}
        data-autofocus
      />
      <DialogEnd
        problem={submit.error?.message}
        label={t('draft.send')}
        busy={submit.isPending}
        onCancel={onClose}
      />
    </form>
  )
}

export function DiscardDraft({ draft, opened, onClose }: DraftProps) {
  const discard = useChange<void>({
    run: () => send('DELETE /api/admin/projects/:projectId/change-requests/:id', { params: paramsOf(draft) }),
    refresh,
    done: () => t('draft.discarded'),
  })
  return (
    <Confirm
      opened={opened}
      title={t('draft.discardTitle', { environment: draft.environment })}
      label={t('draft.discardDo')}
      danger
      busy={discard.isPending}
      error={discard.error}
      onConfirm={() => discard.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      {t('draft.discardText', { count: countChanges(draft) })}
    </Confirm>
  )
}
