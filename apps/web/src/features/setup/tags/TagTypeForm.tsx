import type { TagType } from '@flagstaff/contract/tags'
import { Radio, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { usePage } from '../../../lib/crumbs.ts'
import { useEditor } from '../../../lib/editor.ts'
import { useCan } from '../../../lib/session.ts'
import { Diff } from '../../../ui/Diff.tsx'
import { FormPage, FormSection } from '../../../ui/Form.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { ErrorState } from '../../../ui/State.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { type Colour, colourOf, colours } from './colours.ts'
import { diffOf, type TypeDraft } from './diff.ts'
import { t } from './messages.ts'
import { tagType, useSaveTagType } from './queries.ts'
import classes from './tags.module.css'

export function NewTagType() {
  usePage([{ label: t('types.title'), to: '/tag-types' }, { label: t('types.new') }])
  return <TagTypeForm start={{ name: '', description: '', icon: '', color: '' }} />
}

export function EditTagType() {
  const { name } = useParams({ from: '/tag-types/edit/$name' })
  const { data, error, refetch } = useQuery(tagType(name))
  usePage([{ label: t('types.title'), to: '/tag-types' }, { label: name }])
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  return <TagTypeForm key={name} start={draftOf(data)} stored={data} onStale={() => void refetch()} />
}

const draftOf = ({ name, description, icon, color }: TagType): TypeDraft => ({
  name,
  description: description ?? '',
  icon: icon ?? '',
  color: color ?? '',
})

type TagTypeFormProps = { start: TypeDraft; stored?: TagType; onStale?: () => void }

function TagTypeForm({ start, stored, onStale }: TagTypeFormProps) {
  const save = useSaveTagType()
  const navigate = useNavigate()
  const isNew = stored === undefined
  const refusal = useCan(isNew ? 'CREATE_TAG_TYPE' : 'UPDATE_TAG_TYPE')
  const editor = useEditor({
    start,
    version: stored?.objectVersion,
    check: ({ name }) => (name.trim() ? undefined : t('types.nameMissing')),
    save: ({ name, description, icon, color }, version) => {
      const type = { name: name.trim(), description, icon: icon || null, color: color || null }
      return save.mutateAsync({ type, exists: !isNew, version })
    },
    onStale,
  })
  const { draft, edit } = editor
  return (
    <FormPage
      editor={editor}
      title={stored?.name ?? t('types.new')}
      name={start.name}
      purpose={t('types.text')}
      sentence={
        <span className={classes.looks}>
          {t('types.looks')}
          <Tag
            tag={{ type: draft.name.trim() || '…', value: t('types.value'), color: draft.color || null }}
          />
        </span>
      }
      diff={<Diff lines={diffOf(isNew ? undefined : editor.start, draft)} />}
      saveLabel={t(isNew ? 'types.create' : 'types.save')}
      refusal={refusal}
      onLeave={() => void navigate({ to: '/tag-types' })}
    >
      <What draft={draft} isNew={isNew} onChange={edit} />
      <FormSection label={t('types.colour')} hint={t('types.colourHint')}>
        <Colours value={draft.color} onChange={(color) => edit({ color })} />
      </FormSection>
    </FormPage>
  )
}

type WhatProps = { draft: TypeDraft; isNew: boolean; onChange(change: Partial<TypeDraft>): void }

function What({ draft, isNew, onChange }: WhatProps) {
  const name = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isNew) name.current?.focus()
  }, [isNew])
  return (
    <FormSection label={t('types.what')}>
      <div className={classes.pair}>
        {isNew && (
          <TextInput
            ref={name}
            label={t('types.name')}
            description={t('types.nameHint')}
            value={draft.name}
            maxLength={50}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
            classNames={{ input: 'mono' }}
            autoComplete="off"
          />
        )}
        <TextInput
          label={t('types.icon')}
          description={t('types.iconHint')}
          value={draft.icon}
          maxLength={100}
          onChange={(event) => onChange({ icon: event.currentTarget.value })}
          autoComplete="off"
        />
      </div>
      <TextInput
        label={t('types.description')}
        value={draft.description}
        maxLength={1000}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </FormSection>
  )
}

function Colours({ value, onChange }: { value: string; onChange(color: string): void }) {
  const known = colourOf(value)
  return (
    <Radio.Group
      aria-label={t('types.colour')}
      value={known ?? value}
      onChange={(next) => onChange(next in colours ? colours[next as Colour] : next)}
    >
      <div className={classes.colours}>
        {(Object.keys(colours) as Colour[]).map((name) => (
          <Radio
            key={name}
            value={name}
            label={<Swatch label={t(`colour.${name}`)} color={colours[name]} />}
          />
        ))}
        {known === undefined && <Radio value={value} label={<Swatch label={value} color={value} />} />}
      </div>
    </Radio.Group>
  )
}

const Swatch = ({ label, color }: { label: string; color: string }) => (
  <span className={classes.colour}>
    <i className={classes.swatch} style={color ? { background: color } : undefined} />
    {label}
  </span>
)
