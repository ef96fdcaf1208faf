import { Select, Switch } from '@mantine/core'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { choicesOf } from '../../../../lib/choices.ts'
import { usePage } from '../../../../lib/crumbs.ts'
import { AdminPage } from '../../../../ui/AdminPage.tsx'
import { ListPage } from '../../../../ui/List.tsx'
import { Loading } from '../../../../ui/Loading.tsx'
import { ErrorState, State } from '../../../../ui/State.tsx'
import { t } from '../messages.ts'
import { role, roleList } from '../queries.ts'
import type { CompareSearch } from '../search.ts'
import { type ComparedBlock, compare, onlyDifferent } from './comparison.ts'
import { kindOf } from './kind.ts'
import classes from './roles.module.css'

/** Compares two roles side by side. */
export function CompareRoles() {
  usePage([
    { label: t('access.admin'), to: '/admin' },
    { label: t('roles.root'), to: '/admin/roles' },
    { label: t('compare.title') },
  ])
  const search = useSearch({ from: '/admin/roles/compare' })
  const navigate = useNavigate()
  const go = (change: CompareSearch) =>
    void navigate({ to: '/admin/roles/compare', search: { ...search, ...change }, replace: true })
  const list = useQuery(roleList)
  const groups = (['root', 'project'] as const).map((kind) => ({
    group: t(`roles.${kind}`),
    items: choicesOf(list)
      .filter((one) => kindOf(one) === kind)
      .map(({ id, name }) => ({ value: String(id), label: name })),
  }))
  const field = (side: 'one' | 'other') => (
    <Select
      label={t(`compare.${side}`)}
      data={groups}
      value={search[side] === undefined ? null : String(search[side])}
      onChange={(id) => go({ [side]: id === null ? undefined : Number(id) })}
      searchable
    />
  )
  return (
    <AdminPage current="/admin/roles">
      <ListPage title={t('compare.title')}>
        <div className={classes.choices}>
          {field('one')}
          {field('other')}
          <Switch
            label={t('compare.only')}
            checked={search.all !== true}
            onChange={(event) => go({ all: event.currentTarget.checked ? undefined : true })}
          />
        </div>
        {list.error && <ErrorState error={list.error} retry={() => void list.refetch()} />}
        {search.one === undefined || search.other === undefined ? (
          <State title={t('compare.choose')} />
        ) : (
          <Comparison one={search.one} other={search.other} all={search.all === true} />
        )}
      </ListPage>
    </AdminPage>
  )
}

function Comparison({ one, other, all }: { one: number; other: number; all: boolean }) {
  const first = useQuery(role(one))
  const second = useQuery(role(other))
  const error = first.error ?? second.error
  if (error) return <ErrorState error={error} />
  if (!first.data || !second.data) return <Loading />
  const blocks = compare(first.data.permissions, second.data.permissions)
  const shown = all ? blocks : onlyDifferent(blocks)
  if (shown.length === 0) return <State title={t('compare.same')} text={t('compare.sameText')} />
  return <Table blocks={shown} names={[first.data.name, second.data.name]} />
}

function Table({ blocks, names }: { blocks: readonly ComparedBlock[]; names: readonly string[] }) {
  return (
    <table className={classes.compared} aria-label={t('compare.title')}>
      <colgroup>
        <col />
        <col />
        <col />
      </colgroup>
      <thead>
        <tr>
          <th>{t('compare.permission')}</th>
          {names.map((name, side) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: both sides can be the same role
            <th key={side}>{name}</th>
          ))}
        </tr>
      </thead>
      {blocks.map(({ label, environment, list }) => (
        <tbody key={environment ?? label}>
          <tr>
            <th scope="rowgroup" colSpan={3}>
              {t(label, { environment })}
            </th>
          </tr>
          {list.map(({ key, name, displayName, one, other }) => (
            <tr key={key}>
              <td>
                {displayName}
                <div className="faint mono">{name}</div>
              </td>
              <td>
                <Answer yes={one} />
              </td>
              <td>
                <Answer yes={other} />
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}

const Answer = ({ yes }: { yes: boolean }) => (
  <span className={`${classes.answer} ${yes ? classes.yes : classes.no}`}>
    {yes ? <IconCheck size={14} stroke={2} /> : <IconMinus size={14} stroke={1.75} />}
    {t(yes ? 'compare.yes' : 'compare.no')}
  </span>
)
