import type { RoleWithPermissions } from '@flagstaff/contract/access'
import { rootPermissions } from '@flagstaff/contract/permissions'
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { usePage } from '../../../../lib/crumbs.ts'
import { useEditor } from '../../../../lib/editor.ts'
import { useCan } from '../../../../lib/session.ts'
import { Diff } from '../../../../ui/Diff.tsx'
import { FormPage, FormSection } from '../../../../ui/Form.tsx'
import { Loading } from '../../../../ui/Loading.tsx'
import { ErrorState } from '../../../../ui/State.tsx'
import { t } from '../messages.ts'
import { role, useSaveRole } from '../queries.ts'
import { diffOf, draftOf, placedOf, type RoleDraft } from './draft.ts'
import { Holders } from './HeldBy.tsx'
import { isBuiltIn, kindOf, type RoleKind } from './kind.ts'
import { Matrix } from './Matrix.tsx'

const lists = { root: '/admin/roles', project: '/admin/roles/project-roles' } as const
const admin = () => ({ label: t('access.admin'), to: '/admin' })
const listOf = (kind: RoleKind) => ({ label: t(`roles.${kind}`), to: lists[kind] })
const nothing: RoleDraft = { name: '', description: '', permissions: [] }

export function NewRootRole() {
  usePage([admin(), listOf('root'), { label: t('roles.newRoot') }])
  return <RoleForm kind="root" start={nothing} />
}

export function NewProjectRole() {
  usePage([admin(), listOf('project'), { label: t('roles.newProject') }])
  return <RoleForm kind="project" start={nothing} />
}

export function EditRole() {
  const { id } = useParams({ from: '/admin/roles/$id' })
  const { data, error, refetch } = useQuery(role(Number(id)))
  const kind = data ? kindOf(data) : 'root'
  usePage([admin(), listOf(kind), { label: data?.name ?? id }])
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  return <RoleForm key={id} kind={kind} start={draftOf(data)} stored={data} onStale={() => void refetch()} />
}

type RoleFormProps = {
  kind: RoleKind
  start: RoleDraft
  stored?: RoleWithPermissions
  onStale?: () => void
}

function RoleForm({ kind, start, stored, onStale }: RoleFormProps) {
  const save = useSaveRole()
  const navigate = useNavigate()
  const refusal = useCan('ADMIN')
  const fixed = stored !== undefined && isBuiltIn(stored)
  const editor = useEditor({
    start,
    version: stored?.objectVersion,
    check: ({ name }) => (name.trim() ? undefined : t('roles.nameMissing')),
    save: ({ name, description, permissions }, version) =>
      save.mutateAsync({
        id: stored?.id,
        version,
        input: {
          name: name.trim(),
          description,
          type: kind === 'root' ? 'root-custom' : 'custom',
          permissions: permissions.map(placedOf),
        },
      }),
    onStale,
  })
  const { draft, edit } = editor
  const isAdmin = draft.permissions.includes('ADMIN')
  const lines = diffOf(stored && editor.start, draft, (field) => t(`roles.${field}`))
  return (
    <FormPage
      editor={editor}
      purpose={t(kind === 'root' ? 'roles.rootText' : 'roles.projectText')}
      name={start.name}
      title={stored?.name ?? t(kind === 'root' ? 'roles.newRoot' : 'roles.newProject')}
      sentence={
        isAdmin
          ? t('roles.everything')
          : t('roles.sentence', { count: countOf(kind, fixed, draft), where: kind })
      }
      diff={<Diff lines={lines} />}
      changes={editor.dirty ? lines.length : 0}
      aside={stored && <Holders role={stored} />}
      saveLabel={t(stored ? 'roles.save' : 'roles.create')}
      refusal={fixed ? t('roles.keepBuiltIn') : refusal}
      onLeave={() => void navigate({ to: lists[kind] })}
    >
      <What draft={draft} isNew={!stored} fixed={fixed} onChange={edit} />
      {!isAdmin && (
        <FormSection label={t('roles.allows')} hint={t('roles.allowsHint')}>
          <Matrix
            kind={kind}
            chosen={draft.permissions}
            held={editor.start.permissions}
            fixed={fixed || refusal !== undefined}
            onChange={(permissions) => edit({ permissions })}
          />
        </FormSection>
      )}
    </FormPage>
  )
}

/** The Editor role also has permissions in one project, which are not counted here. */
const countOf = (kind: RoleKind, fixed: boolean, { permissions }: RoleDraft) =>
  permissions.filter((key) => kind === 'project' || !fixed || key in rootPermissions).length

type WhatProps = {
  draft: RoleDraft
  isNew: boolean
  fixed: boolean
  onChange(change: Partial<RoleDraft>): void
}

function What({ draft, isNew, fixed, onChange }: WhatProps) {
  const name = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isNew) name.current?.focus()
  }, [isNew])
  return (
    <FormSection label={t('roles.what')}>
      <TextInput
        ref={name}
        label={t('roles.name')}
        value={draft.name}
        maxLength={100}
        readOnly={fixed}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        autoComplete="off"
      />
      <TextInput
        label={t('roles.description')}
        value={draft.description}
        maxLength={500}
        readOnly={fixed}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
        autoComplete="off"
      />
    </FormSection>
  )
}
