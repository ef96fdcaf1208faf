import type { Sparkline } from '@flagstaff/contract/usage'
import { memo } from 'react'
import { formatAge, formatMoment } from '../../../lib/format.ts'
import type { Refusal } from '../../../lib/session.ts'
import { nameOfTag } from '../../../lib/tags.ts'
import { FlagType } from '../../../ui/FlagType.tsx'
import { LifecycleStage } from '../../../ui/LifecycleStage.tsx'
import { Person } from '../../../ui/Person.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { FlagName } from './FlagName.tsx'
import classes from './FlagTable.module.css'
import { environmentClass, type TableColumns } from './FlagTable.tsx'
import { t } from './messages.ts'
import type { FlagRow } from './queries.ts'
import { Amount, EnvironmentSwitch, OpenRequests } from './RolloutCell.tsx'
import { RowCheckbox } from './RowControls.tsx'
import { RowMenu, type RowMenuActions } from './RowMenu.tsx'
import { UsageCell } from './UsageCell.tsx'
import { shortName } from './useLiveNotes.ts'

export type RowActions = RowMenuActions & {
  select(index: number, range: boolean): void
  focus(index: number): void
  refusal(row: FlagRow, environment: string): Refusal
}

export type RowProps = {
  row: FlagRow
  index: number
  columns: TableColumns
  selected: boolean
  cursor: boolean
  note: string | undefined
  usage: Sparkline | undefined
  actions: RowActions
}

export const FlagTableRow = memo(function FlagTableRow(props: RowProps) {
  const { row, index, columns, selected, cursor, note, usage, actions } = props
  const when = columns.archived ? row.archivedAt : row.createdAt
  return (
    <tr
      aria-rowindex={index + 2}
      data-selected={selected || undefined}
      data-cursor={cursor || undefined}
      onFocus={() => actions.focus(index)}
    >
      <td>
        <RowCheckbox
          label={t('column.selectOne', { name: row.name })}
          checked={selected}
          onChange={(range) => actions.select(index, range)}
        />
      </td>
      <td>
        <div className={classes.name}>
          <FlagType type={row.type} plain />
          <div className={classes.words}>
            <FlagName row={row} index={index} />
            <div className={classes.second} data-note={note ? true : undefined}>
              {note ? <span className={classes.note}>{note}</span> : row.description}
            </div>
          </div>
        </div>
      </td>
      {columns.project && <td className="dim">{columns.project.get(row.project) ?? row.project}</td>}
      {columns.lifecycle && (
        <td className={classes.stage}>
          {row.lifecycle && (
            <LifecycleStage stage={row.lifecycle.stage} since={row.lifecycle.enteredStageAt} />
          )}
        </td>
      )}
      {columns.usage && (
        <td>
          <UsageCell usage={usage} />
        </td>
      )}
      {columns.shown.map(({ name, type }) => {
        const environment = row.environments.find((one) => one.name === name)
        return (
          <td key={name} className={environmentClass(type)}>
            {environment && (
              <div className={classes.cell}>
                <EnvironmentSwitch
                  flag={row.name}
                  environment={environment}
                  why={actions.refusal(row, name)}
                  onToggle={() => actions.toggle(row, name)}
                />
                <Amount environment={environment} />
                <OpenRequests project={row.project} environment={environment} />
              </div>
            )}
          </td>
        )
      })}
      {columns.hidden.length > 0 && (
        <td className="faint small num">
          <More row={row} names={columns.hidden.map(({ name }) => name)} />
        </td>
      )}
      {columns.creator && (
        <td className="dim" title={row.createdBy.name}>
          <Person name={shortName(row.createdBy.name)} />
        </td>
      )}
      {columns.tags && (
        <td>
          <Tags row={row} />
        </td>
      )}
      {columns.created && (
        <td className="dim num">
          {when && (
            <time dateTime={when} title={formatMoment(when)}>
              {formatAge(when)}
            </time>
          )}
        </td>
      )}
      <td>
        <RowMenu row={row} actions={actions} />
      </td>
    </tr>
  )
})

function More({ row, names }: { row: FlagRow; names: readonly string[] }) {
  const here = row.environments.filter(({ name }) => names.includes(name))
  const on = here.filter(({ enabled }) => enabled).length
  return (
    <span title={t('row.someOn', { on, count: here.length })}>
      {on}/{here.length}
    </span>
  )
}

/** The first tag, and the number of others, to save space for the name. */
function Tags({ row }: { row: FlagRow }) {
  const tags = row.tags ?? []
  const [first] = tags
  if (first === undefined) return null
  return (
    <div className={classes.tags} title={tags.map(nameOfTag).join(', ')}>
      <Tag tag={first} />
      {tags.length > 1 && (
        <span className="faint small num">{t('row.moreTags', { count: tags.length - 1 })}</span>
      )}
    </div>
  )
}

/** Placeholder for a row that is loading, with its final height. */
export function EmptyRow({ index, columns }: { index: number; columns: number }) {
  return (
    <tr aria-rowindex={index + 2} aria-busy="true">
      <td />
      <td colSpan={columns - 1}>
        <div className={classes.skeleton} style={{ width: 120 + ((index * 37) % 90) }}>
          <span className="hidden">{t('row.loading')}</span>
        </div>
      </td>
    </tr>
  )
}
