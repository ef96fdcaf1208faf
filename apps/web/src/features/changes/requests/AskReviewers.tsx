import type { Reviewer } from '@flagstaff/contract/change-requests'
import type { ChangeRequest } from '@flagstaff/contract/requests'
import { Button, Modal, MultiSelect } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { choicesOf } from '../../../lib/choices.ts'
import { me } from '../../../lib/session.ts'
import { t as shared } from '../../../messages/en.ts'
import { DialogEnd } from '../../../ui/DialogEnd.tsx'
import { nameOf } from '../../../ui/Person.tsx'
import { t } from './messages.ts'
import classes from './page.module.css'
import { availableReviewers, useAskReviewers } from './queries.ts'

const MOST = 10

type AskReviewersProps = { request: ChangeRequest; asked: readonly Reviewer[] }

/** Lets the author choose who is asked for a review. */
export function AskReviewers({ request, asked }: AskReviewersProps) {
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  return (
    <>
      <Button
        variant="default"
        className={classes.ask}
        leftSection={<IconUserPlus size={16} stroke={1.5} />}
        onClick={() => setOpened(true)}
      >
        {t('ask.reviewers')}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={t('ask.reviewersTitle')}
        size={480}
        closeButtonProps={{ 'aria-label': shared('form.close') }}
      >
        {opened && <AskForm request={request} asked={asked} onClose={close} />}
      </Modal>
    </>
  )
}

function AskForm({ request, asked, onClose }: AskReviewersProps & { onClose(): void }) {
  const { project, id, environment, state } = request
  const { user } = useSuspenseQuery(me).data
  const { data: available, error } = useQuery(availableReviewers({ project, environment }))
  const [chosen, setChosen] = useState(() => asked.map((one) => String(one.id)))
  // Closed after each choice: it would cover the buttons.
  const [isListOpen, setListOpen] = useState(false)
  const save = useAskReviewers()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ project, id, reviewers: chosen.map(Number) }, { onSuccess: onClose })
  }
  return (
    <form onSubmit={submit} className={classes.dialog}>
      <p className="dim">{t(state === 'Draft' ? 'ask.reviewersDraft' : 'ask.reviewersText')}</p>
      <MultiSelect
        label={t('ask.reviewersLabel')}
        description={t('ask.reviewersHint', { environment, most: MOST })}
        placeholder={chosen.length === 0 ? t('ask.reviewersFind') : ''}
        data={optionsOf([...asked, ...choicesOf({ data: available })].filter((one) => one.id !== user.id))}
        value={chosen}
        onChange={setChosen}
        maxValues={MOST}
        nothingFoundMessage={available ? t('ask.reviewersNone') : t('ask.reviewersLoading')}
        dropdownOpened={isListOpen}
        onDropdownOpen={() => setListOpen(true)}
        onDropdownClose={() => setListOpen(false)}
        onOptionSubmit={() => setListOpen(false)}
        searchable
        data-autofocus
      />
      <DialogEnd
        problem={(save.error ?? error)?.message}
        label={shared('form.save')}
        busy={save.isPending}
        onCancel={onClose}
      />
    </form>
  )
}

function optionsOf(reviewers: readonly Reviewer[]) {
  const unique = new Map(reviewers.map((one) => [one.id, one]))
  const named = [...unique.values()].map((one) => ({ ...one, value: String(one.id), name: nameOf(one) }))
  const isShared = (name: string) => named.filter((one) => one.name === name).length > 1
  return named.map(({ value, name, username, email }) => ({
    value,
    label: isShared(name) ? `${name} (${username || email || value})` : name,
  }))
}
