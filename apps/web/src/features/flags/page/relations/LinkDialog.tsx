import { Button, Modal, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../../../lib/api.ts'
import { t as shared } from '../../../../messages/en.ts'
import { type Place, telling } from '../queries.ts'
import { t } from './messages.ts'
import { useRemoveLink, useSaveLink } from './queries.ts'
import classes from './Relations.module.css'
import type { FlagLink } from './Relations.tsx'

type LinkProps = {
  place: Place
  /** Undefined for a new one. */
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
  const [url, setUrl] = useState(edited?.url ?? '')
  const [title, setTitle] = useState(edited?.title ?? '')
  const [problem, setProblem] = useState<string>()
  const save = useSaveLink(place)
  const remove = useRemoveLink(place)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (url.trim() === '') return
    try {
      await save.mutateAsync({ id: edited?.id, url, title: title.trim() || null })
      onClose()
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : shared('state.failed'))
    }
  }
  const drop = async (id: string) => {
    if (await telling(remove.mutateAsync({ id }))) onClose()
  }
  return (
    <form onSubmit={(event) => void submit(event)} className={classes.form} noValidate>
      <TextInput
        label={t('link.url')}
        description={t('link.urlHint')}
        type="url"
        value={url}
        error={problem}
        onChange={(event) => {
          setUrl(event.currentTarget.value)
          setProblem(undefined)
        }}
        autoComplete="off"
        required
        data-autofocus
      />
      <TextInput
        label={t('link.title')}
        description={t('link.titleHint')}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
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
        <Button type="submit" loading={save.isPending} aria-disabled={url.trim() === '' ? true : undefined}>
          {t(edited ? 'link.save' : 'link.add')}
        </Button>
      </div>
    </form>
  )
}
