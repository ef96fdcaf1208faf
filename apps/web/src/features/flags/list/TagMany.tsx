import type { Tag as TagShape } from '@flagstaff/contract/common'
import { Button, Checkbox, Modal } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { nameOfTag, readTag } from '../../../lib/tags.ts'
import { t as shared } from '../../../messages/en.ts'
import { Diff } from '../../../ui/Diff.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { TagsField } from '../../../ui/TagsField.tsx'
import classes from './dialogs.module.css'
import { t } from './messages.ts'
import { type FlagRow, useTagMany } from './queries.ts'
import own from './TagMany.module.css'

type TagManyProps = { rows: readonly FlagRow[]; onClose(): void; onDone(): void }

export function TagMany({ open, ...props }: TagManyProps & { open: boolean }) {
  return (
    <Modal
      opened={open}
      onClose={props.onClose}
      title={t('tags.title', { count: props.rows.length })}
      size={520}
      closeButtonProps={{ 'aria-label': shared('form.close') }}
    >
      <TagForm {...props} />
    </Modal>
  )
}

/** What to do with a tag that some flags have: add it to all, remove it from all, or keep it as it is. */
type Fate = 'all' | 'none' | undefined

function TagForm({ rows, onClose, onDone }: TagManyProps) {
  const [fates, setFates] = useState<ReadonlyMap<string, Fate>>(new Map())
  const [written, setWritten] = useState<string[]>([])
  const [problem, setProblem] = useState<string>()
  const change = useTagMany()
  const present = presentOn(rows)

  const wanted = new Set([
    ...written.map((text) => nameOfTag(readTag(text))),
    ...[...fates].flatMap(([name, fate]) => (fate === 'all' ? [name] : [])),
  ])
  const added = [...wanted].filter((name) => (present.get(name)?.count ?? 0) < rows.length)
  const removed = [...present.keys()].filter((name) => fates.get(name) === 'none' && !wanted.has(name))
  const ready = added.length + removed.length > 0

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!ready) return
    setProblem(undefined)
    try {
      await change.mutateAsync({ flags: rows, added: added.map(readTag), removed: removed.map(readTag) })
      onDone()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : shared('state.failed'))
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} className={classes.form}>
      <TagsField
        label={t('tags.add')}
        placeholder={written.length === 0 ? t('tags.hint') : ''}
        value={written}
        onChange={setWritten}
        data-autofocus
      />
      {present.size > 0 && (
        <fieldset className={own.tags} aria-label={t('tags.present')}>
          {[...present].map(([name, { tag, count }]) => (
            <PresentTag
              key={name}
              tag={tag}
              count={count}
              of={rows.length}
              fate={fates.get(name)}
              onFate={(fate) => setFates(new Map(fates).set(name, fate))}
            />
          ))}
        </fieldset>
      )}
      {ready ? (
        <Diff
          lines={[
            ...removed.map((name) => ({
              sign: '-' as const,
              key: `- ${name}`,
              content: t('tags.minus', { tag: name, count: present.get(name)?.count ?? 0 }),
            })),
            ...added.map((name) => ({
              sign: '+' as const,
              key: `+ ${name}`,
              content: t('tags.plus', { tag: name, count: rows.length - (present.get(name)?.count ?? 0) }),
            })),
          ]}
        />
      ) : (
        <p className="dim small">{t('tags.nothing')}</p>
      )}
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {shared('form.cancel')}
        </Button>
        <Button type="submit" loading={change.isPending} aria-disabled={ready ? undefined : true}>
          {t('tags.save')}
        </Button>
      </div>
    </form>
  )
}

type PresentTagProps = { tag: TagShape; count: number; of: number; fate: Fate; onFate(fate: Fate): void }

function PresentTag({ tag, count, of, fate, onFate }: PresentTagProps) {
  const everywhere = count === of
  const checked = fate === 'all' || (everywhere && fate !== 'none')
  const undecided = !everywhere && fate === undefined
  const next = (): Fate => {
    if (checked) return 'none'
    return everywhere || fate === 'none' ? undefined : 'all'
  }
  return (
    <Checkbox
      checked={checked}
      indeterminate={undecided}
      aria-label={t('tags.on', { tag: nameOfTag(tag), count, of })}
      label={
        <span className={own.tag}>
          <Tag tag={tag} />
          {!everywhere && <span className="faint small num">{t('tags.some', { count, of })}</span>}
        </span>
      }
      onChange={() => onFate(next())}
    />
  )
}

/** All tags of these flags, with the number of flags that have each. */
function presentOn(rows: readonly FlagRow[]): Map<string, { tag: TagShape; count: number }> {
  const byName = Map.groupBy(
    rows.flatMap(({ tags }) => tags ?? []),
    nameOfTag,
  )
  return new Map(
    [...byName]
      .sort(([a], [b]) => a.localeCompare(b))
      .flatMap(([name, tags]) => (tags[0] ? [[name, { tag: tags[0], count: tags.length }] as const] : [])),
  )
}
