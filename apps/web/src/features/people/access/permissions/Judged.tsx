import type { JudgedPermission, UserAccessOverview } from '@flagstaff/contract/users'
import { SegmentedControl } from '@mantine/core'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { FilterBox } from '../../../../ui/List.tsx'
import { NoMatch } from '../../../../ui/NoMatch.tsx'
import { inBlocks } from '../blocks.ts'
import { t } from '../messages.ts'
import type { PermissionsSearch } from '../search.ts'
import classes from './permissions.module.css'
import { wordsOf } from './reason.ts'

type JudgedProps = {
  account: UserAccessOverview
  search: PermissionsSearch
  titleOf(project: string): string
  onChange(change: PermissionsSearch): void
}

/** Every permission, whether it is held, and where it comes from. */
export function Judged({ account, search, titleOf, onChange }: JudgedProps) {
  const blocks = blocksOf(account)
    .map(({ label, list }) => ({ label, list: list.filter((one) => isShown(one, search)) }))
    .filter(({ list }) => list.length > 0)
  return (
    <section>
      <div className={classes.filters}>
        <FilterBox
          label={t('why.search')}
          value={search.q ?? ''}
          onChange={(q) => onChange({ q: q || undefined })}
        />
        <SegmentedControl
          aria-label={t('why.show')}
          data={[
            { value: 'all', label: t('why.all') },
            { value: 'allowed', label: t('why.allowed') },
            { value: 'refused', label: t('why.refused') },
          ]}
          value={search.show ?? 'all'}
          onChange={(show) => onChange({ show: show === 'allowed' || show === 'refused' ? show : undefined })}
        />
      </div>
      {blocks.length === 0 && <NoMatch onClear={() => onChange({ q: undefined, show: undefined })} />}
      {blocks.map(({ label, list }) => (
        <Block key={label} label={label} list={list} titleOf={titleOf} />
      ))}
    </section>
  )
}

function blocksOf({ overview }: UserAccessOverview) {
  const grantable = overview.root.filter(({ name }) => name !== 'ADMIN')
  const environment = overview.environment[0]?.environment
  return [
    ...inBlocks('project', overview.project).map(({ label, list }) => ({ label: t(label), list })),
    ...(environment ? [{ label: t('block.environment', { environment }), list: overview.environment }] : []),
    ...inBlocks('root', grantable).map(({ label, list }) => ({
      label: t('why.everywhere', { block: t(label) }),
      list,
    })),
  ]
}

function isShown(
  { name, displayName, hasPermission }: JudgedPermission,
  { q = '', show }: PermissionsSearch,
) {
  if (show !== undefined && (show === 'allowed') !== hasPermission) return false
  return `${name} ${displayName}`.toLowerCase().includes(q.trim().toLowerCase())
}

type BlockProps = { label: string; list: readonly JudgedPermission[]; titleOf(project: string): string }

function Block({ label, list, titleOf }: BlockProps) {
  return (
    <section className={classes.block}>
      <h2>{label}</h2>
      <ul>
        {list.map(({ name, displayName, hasPermission, granted = [] }) => (
          <li key={name} className={classes.row}>
            <span className={classes.answer} data-yes={hasPermission || undefined}>
              {hasPermission ? <IconCheck size={14} stroke={2} /> : <IconMinus size={14} stroke={1.75} />}
              {t(hasPermission ? 'why.yes' : 'why.no')}
            </span>
            <span className={classes.what}>
              {displayName}
              <span className="faint mono">{name}</span>
            </span>
            <ul className={classes.reasons}>
              {granted.map((reason) => {
                const words = wordsOf(reason, titleOf)
                return <li key={words}>{words}</li>
              })}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  )
}
