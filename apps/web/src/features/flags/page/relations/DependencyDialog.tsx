import { Button, Modal, MultiSelect, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { choicesOf } from '../../../../lib/choices.ts'
import { t as shared } from '../../../../messages/en.ts'
import { formatRich } from '../../../../messages/messages.ts'
import { type Place, withErrorToast } from '../queries.ts'
import { richTexts, t } from './messages.ts'
import { parentOptions, useRemoveDependency, useSaveDependency, variantOptions } from './queries.ts'
import classes from './Relations.module.css'
import type { Dependency } from './types.ts'

type DependencyProps = {
  place: Place
  /** Undefined for a new dependency. */
  edited: Dependency | undefined
  /** Its existing parents. */
  taken: readonly string[]
  onClose(): void
}
type DialogProps = DependencyProps & { opened: boolean }

export function DependencyDialog({ opened, ...props }: DialogProps) {
  const { place, edited, onClose } = props
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t(edited ? 'dependency.edit' : 'dependency.new', { flag: place.flag })}
      size={480}
      closeButtonProps={{ 'aria-label': shared('form.close') }}
    >
      <DependencyForm {...props} />
    </Modal>
  )
}

function DependencyForm({ place, edited, taken, onClose }: DependencyProps) {
  const [parent, setParent] = useState(edited?.feature ?? '')
  const [enabled, setEnabled] = useState(edited?.enabled ?? true)
  const [variants, setVariants] = useState(edited?.variants ?? [])
  const { data: parents } = useQuery({ ...parentOptions(place), enabled: !edited })
  const offered = choicesOf(
    useQuery({
      ...variantOptions({ ...place, flag: parent }),
      enabled: parent !== '',
    }),
  )
  const save = useSaveDependency(place, parent)
  const remove = useRemoveDependency(place, parent)
  const stateId = useId()
  const choices = choicesOf({ data: parents }).filter((name) => !taken.includes(name))
  // Include selected variants that the parent no longer has.
  const names = [...new Set([...offered, ...variants])]
  const leave = async (change: Promise<unknown>) => {
    if (await withErrorToast(change)) onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (parent === '') return
    void leave(save.mutateAsync({ feature: parent, enabled, variants: enabled ? variants : [] }))
  }
  return (
    <form onSubmit={submit} className={classes.form}>
      {edited ? (
        <TextInput label={t('dependency.parent')} value={parent} readOnly classNames={{ input: 'mono' }} />
      ) : (
        <Select
          label={t('dependency.parent')}
          description={t('dependency.parentHint')}
          data={choices}
          value={parent || null}
          onChange={(name) => {
            setParent(name ?? '')
            setVariants([])
          }}
          nothingFoundMessage={parents && t('dependency.nobody')}
          searchable
          limit={200}
          required
          data-autofocus
        />
      )}
      <div>
        <div id={stateId} className={classes.label}>
          {t('dependency.state')}
        </div>
        <SegmentedControl
          aria-labelledby={stateId}
          data={[
            { value: 'on', label: t('dependency.on') },
            { value: 'off', label: t('dependency.off') },
          ]}
          value={enabled ? 'on' : 'off'}
          onChange={(value) => setEnabled(value === 'on')}
        />
      </div>
      {enabled && names.length > 0 && (
        <MultiSelect
          label={t('dependency.variants')}
          placeholder={variants.length === 0 ? t('dependency.anyVariant') : ''}
          data={names}
          value={variants}
          onChange={setVariants}
          searchable
        />
      )}
      {parent !== '' && (
        <div className={classes.sentence}>
          <p>{sentence({ flag: place.flag, parent, enabled, variants })}</p>
          <p className="dim">{t('dependency.inProduction')}</p>
        </div>
      )}
      <div className={classes.buttons}>
        {edited && (
          <Button
            variant="default"
            className={classes.first ?? ''}
            loading={remove.isPending}
            onClick={() => void leave(remove.mutateAsync())}
          >
            {t('dependency.remove')}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {shared('form.cancel')}
        </Button>
        <Button type="submit" loading={save.isPending} aria-disabled={parent === '' ? true : undefined}>
          {t(edited ? 'dependency.save' : 'dependency.add')}
        </Button>
      </div>
    </form>
  )
}

const either = new Intl.ListFormat('en', { type: 'disjunction' })

type Meant = { flag: string; parent: string; enabled: boolean; variants: readonly string[] }

function sentence({ flag, parent, enabled, variants }: Meant) {
  const text = !enabled
    ? richTexts['dependency.sentenceOff']
    : richTexts[variants.length > 0 ? 'dependency.sentenceGives' : 'dependency.sentenceOn']
  let count = 0
  return formatRich<ReactNode>(text, {
    flag,
    parent,
    variants: either.format(variants),
    b: (parts: string[]) => <b key={count++}>{parts}</b>,
  })
}
