import type { AdminPermission } from '@flagstaff/contract/access'
import { Checkbox, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loading } from '../../../../ui/Loading.tsx'
import { ErrorState } from '../../../../ui/State.tsx'
import { inBlocks, offeredOf } from '../blocks.ts'
import { t } from '../messages.ts'
import { permissionCatalogue } from '../queries.ts'
import { choose, keyOf } from './draft.ts'
import classes from './roles.module.css'

type Block = { label: string; list: readonly AdminPermission[] }

type MatrixProps = {
  kind: 'root' | 'project'
  chosen: readonly string[]
  /** The role's permissions when the form was opened. */
  held: readonly string[]
  /** Read-only. */
  fixed: boolean
  onChange(chosen: string[]): void
}

/**
 * The permissions for a role of this kind, in blocks that can be selected as a whole, with one block per environment.
 */
export function Matrix({ kind, chosen, held, fixed, onChange }: MatrixProps) {
  const { data, error, refetch } = useQuery(permissionCatalogue)
  const [search, setSearch] = useState('')
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  // In a custom root role, project permissions apply in all projects. Those of the Editor role do not.
  const inProjects = kind === 'project' || !fixed ? inBlocks('project', data.project) : []
  const inInstance = kind === 'root' ? inBlocks('root', data.root ?? []) : []
  const whole: Block[] = [...inInstance, ...inProjects].map(({ label, list }) => ({ label: t(label), list }))
  const perEnvironment: Block[] = data.environments.map(({ name, permissions }) => ({
    label: t('block.environment', { environment: name }),
    list: permissions,
  }))
  const blocks = (kind === 'root' ? whole : [...whole, ...perEnvironment])
    .map(({ label, list }) => ({ label, list: offeredOf(list, (one) => held.includes(keyOf(one))) }))
    .map(({ label, list }) => ({ label, list: list.filter((one) => matches(search, label, one)) }))
    .filter(({ list }) => list.length > 0)
  return (
    <>
      <TextInput
        className={classes.search}
        aria-label={t('roles.search')}
        placeholder={t('roles.search')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        leftSection={<IconSearch size={14} stroke={1.75} />}
      />
      {blocks.length === 0 && <p className="dim">{t('roles.noMatch')}</p>}
      {blocks.map((block) => (
        <PermissionBlock key={block.label} {...block} chosen={chosen} fixed={fixed} onChange={onChange} />
      ))}
    </>
  )
}

const matches = (search: string, label: string, { name, displayName }: AdminPermission) =>
  `${label} ${name} ${displayName}`.toLowerCase().includes(search.trim().toLowerCase())

type BlockProps = Block & Omit<MatrixProps, 'kind' | 'held'>

function PermissionBlock({ label, list, chosen, fixed, onChange }: BlockProps) {
  const keys = list.map(keyOf)
  const count = keys.filter((key) => chosen.includes(key)).length
  return (
    <fieldset className={classes.block}>
      <legend className="hidden">{label}</legend>
      <div className={classes.blockHead}>
        <Checkbox
          label={<b>{label}</b>}
          aria-label={t('block.all', { name: label })}
          checked={count === keys.length}
          indeterminate={count > 0 && count < keys.length}
          disabled={fixed}
          onChange={(event) => onChange(choose(chosen, keys, event.currentTarget.checked))}
        />
        <span className="faint small num">{t('block.count', { chosen: count, total: keys.length })}</span>
      </div>
      {list.map((permission) => {
        const key = keyOf(permission)
        return (
          <Checkbox
            key={key}
            label={permission.displayName}
            description={<span className="mono">{permission.name}</span>}
            checked={chosen.includes(key)}
            disabled={fixed}
            onChange={(event) => onChange(choose(chosen, [key], event.currentTarget.checked))}
          />
        )
      })}
    </fieldset>
  )
}
