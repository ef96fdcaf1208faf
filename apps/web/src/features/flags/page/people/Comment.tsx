import type { FlagComment } from '@flagstaff/contract/people'
import { splitMentions } from '@flagstaff/rules/mentions'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { formatAge, formatMoment } from '../../../../lib/format.ts'
import { Confirm } from '../../../../ui/Confirm.tsx'
import { Person } from '../../../../ui/Person.tsx'
import type { Place } from '../queries.ts'
import { CommentForm } from './CommentForm.tsx'
import { t } from './messages.ts'
import classes from './people.module.css'
import { useDeleteComment, useEditComment } from './queries.ts'

type CommentProps = { place: Place; comment: FlagComment; mayEdit: boolean; mayDelete: boolean }

export function Comment({ place, comment, mayEdit, mayDelete }: CommentProps) {
  const { id, text, createdBy, createdAt, editedAt, mentions } = comment
  const [editing, setEditing] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const remove = useDeleteComment(place, id)
  return (
    <li className={classes.comment}>
      <div className={classes.byline}>
        <b>
          <Person name={createdBy.name} />
        </b>
        <time dateTime={createdAt} title={formatMoment(createdAt)} className="faint small num">
          {formatAge(createdAt)}
        </time>
        {editedAt && (
          <span className="faint small" title={t('comments.editedAt', { moment: formatMoment(editedAt) })}>
            {t('comments.edited')}
          </span>
        )}
        <span className={classes.tools}>
          {mayEdit && (
            <Tooltip label={t('comments.edit')}>
              <ActionIcon size={24} aria-label={t('comments.edit')} onClick={() => setEditing(true)}>
                <IconPencil size={14} stroke={1.5} />
              </ActionIcon>
            </Tooltip>
          )}
          {mayDelete && (
            <Tooltip label={t('comments.delete')}>
              <ActionIcon size={24} aria-label={t('comments.delete')} onClick={() => setDeleting(true)}>
                <IconTrash size={14} stroke={1.5} />
              </ActionIcon>
            </Tooltip>
          )}
        </span>
      </div>
      {editing ? (
        <EditForm place={place} comment={comment} onClose={() => setEditing(false)} />
      ) : (
        <p className={classes.text}>
          {splitMentions(
            text,
            mentions.map(({ handle }) => handle),
          ).map((part) =>
            part.isMention ? (
              <span key={part.start} className={classes.mention}>
                {part.text}
              </span>
            ) : (
              part.text
            ),
          )}
        </p>
      )}
      <Confirm
        opened={deleting}
        title={t('comments.deleteTitle')}
        label={t('comments.delete')}
        danger
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => setDeleting(false) })}
        onClose={() => setDeleting(false)}
      >
        <p>{t('comments.deleteText')}</p>
      </Confirm>
    </li>
  )
}

type EditFormProps = { place: Place; comment: FlagComment; onClose(): void }

function EditForm({ place, comment, onClose }: EditFormProps) {
  const save = useEditComment(place, comment.id)
  return (
    <CommentForm
      project={place.project}
      initial={comment.text}
      label={t('comments.save')}
      busy={save.isPending}
      error={save.error}
      autoFocus
      onSubmit={(text) => save.mutate({ text }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <Button variant="default" onClick={onClose}>
        {t('comments.cancel')}
      </Button>
    </CommentForm>
  )
}
