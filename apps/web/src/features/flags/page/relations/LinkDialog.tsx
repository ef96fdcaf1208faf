import { Button, Modal, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useEditor } from '../../../../lib/editor.ts'
import { t as shared } from '../../../../messages/en.ts'
import { type Place, withErrorToast } from '../queries.ts'
import { t } from './messages.ts'
import { useRemoveLink, useSaveLink } from './queries.ts'
import classes from './Relations.module.css'
import type { FlagLink } from './types.ts'

type LinkProps = {
  place: Place
  /** Undefined for a new link. */
  edited: FlagLink | undefined
  onClose(): void
}

export function LinkDialog({ opened, ...props }: LinkProps & { opened: boolean }) {
  const { place, edited, onClose } = props
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t(edited ? 'link.change' : 'link.new', { flag: place.flag })}
      size={480}
      closeButtonProps={{ 'aria-label': shared('form.close') }}
    >
      <LinkForm {...props} />
    </Modal>
  )
}

function LinkForm({ place, edited, onClose }: LinkProps) {
  const save = useSaveLink(place)
  const remove = useRemoveLink(place)
  const { draft, edit, problem, clearProblem, busy, submit } = useEditor({
    start: { url: edited?.url ?? '', title: edited?.title ?? '' },
    check: ({ url }) => (url.trim() === '' ? false : undefined),
    save: ({ url, title }) => save.mutateAsync({ id: edited?.id, url, title: title.trim() || null }),
  })
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (await submit()) onClose()
  }
  const drop = async (id: string) => {
    if (await withErrorToast(remove.mutateAsync({ id }))) onClose()
  }
  return (
    <form onSubmit={(event) => void onSubmit(event)} className={classes.form} noValidate>
      <TextInput
        label={t('link.url')}
        description={t('link.urlHint')}
        type="url"
        value={draft.url}
        error={problem}
        onChange={(event) => {
          edit({ url: event.currentTarget.value })
          clearProblem()
        }}
        autoComplete="off"
        required
        data-autofocus
      />
      <TextInput
        label={t('link.title')}
        description={t('link.titleHint')}
        value={draft.title}
        onChange={(event) => edit({ title: event.currentTarget.value })}
        autoComplete="off"
        maxLength={255}
      />
      <div className={classes.buttons}>
        {edited && (
          <Button
            variant="default"
            className={classes.first ?? ''}
            loading={remove.isPending}
            onClick={() => void drop(edited.id)}
          >
            {t('link.remove')}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {shared('form.cancel')}
        </Button>
        <Button type="submit" loading={busy} aria-disabled={draft.url.trim() === '' ? true : undefined}>
          {t(edited ? 'link.save' : 'link.add')}
        </Button>
      </div>
    </form>
  )
}
