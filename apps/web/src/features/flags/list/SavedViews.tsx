import type { SavedView } from '@flagstaff/contract/views'
import { ActionIcon, Button, Popover, TextInput, UnstyledButton } from '@mantine/core'
import { IconBookmark, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { choicesOf } from '../../../lib/choices.ts'
import classes from './Filters.module.css'
import { t } from './messages.ts'
import { type FlagListSearch, isFiltered, readView, writeView } from './search.ts'
import { savedViews, useDeleteView, useSaveView } from './viewQueries.ts'

type SavedViewsProps = { search: FlagListSearch; project: string | undefined }

/** Saved views: filters and order under a name. */
export function SavedViews({ search, project }: SavedViewsProps) {
  const [open, setOpen] = useState(false)
  const data = choicesOf(useQuery({ ...savedViews, enabled: open }))
  const here = data.filter((view) => view.project === (project ?? null))
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      trapFocus
      returnFocus
      shadow="md"
      width={300}
    >
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          className={classes.views ?? ''}
          leftSection={<IconBookmark size={14} stroke={1.75} />}
          onClick={() => setOpen(!open)}
        >
          {t('views.title')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('views.title')}>
        {here.length === 0 && <p className="faint small">{t('views.none')}</p>}
        <ul className={classes.viewList}>
          {here.map((view) => (
            <View key={view.id} view={view} now={writeView(search)} onDone={() => setOpen(false)} />
          ))}
        </ul>
        <SaveForm search={search} project={project} />
      </Popover.Dropdown>
    </Popover>
  )
}

function View({ view, now, onDone }: { view: SavedView; now: string; onDone(): void }) {
  const navigate = useNavigate()
  const remove = useDeleteView()
  const show = () => {
    void navigate({ to: '.', search: ({ hide }) => ({ ...readView(view.search), hide }) })
    onDone()
  }
  return (
    <li className={classes.view}>
      <UnstyledButton
        className={classes.viewName}
        aria-current={view.search === now ? 'true' : undefined}
        onClick={show}
      >
        {view.name}
      </UnstyledButton>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={26}
        aria-label={t('views.delete', { name: view.name })}
        onClick={() => remove.mutate(view)}
      >
        <IconTrash size={14} stroke={1.5} />
      </ActionIcon>
    </li>
  )
}

function SaveForm({ search, project }: SavedViewsProps) {
  const [name, setName] = useState('')
  const save = useSaveView()
  const worthIt = isFiltered(search) || search.sort !== undefined || search.tab !== undefined
  if (!worthIt) return <p className="faint small">{t('views.hint')}</p>
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    save.mutate(
      { name: name.trim(), project: project ?? null, search: writeView(search) },
      { onSuccess: () => setName('') },
    )
  }
  return (
    <form className={classes.saveView} onSubmit={submit}>
      <TextInput
        label={t('views.name')}
        value={name}
        maxLength={60}
        error={save.error?.message}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <Button type="submit" loading={save.isPending}>
        {t('views.save')}
      </Button>
    </form>
  )
}
