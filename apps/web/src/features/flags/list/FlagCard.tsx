import type { Environment as EnvironmentType } from '@flagstaff/contract/environments'
import { memo } from 'react'
import { Environment } from '../../../ui/Environment.tsx'
import { LifecycleStage } from '../../../ui/LifecycleStage.tsx'
import { Person } from '../../../ui/Person.tsx'
import classes from './FlagCard.module.css'
import { FlagName } from './FlagName.tsx'
import type { RowProps } from './FlagTableRow.tsx'
import { t } from './messages.ts'
import { Amount, EnvironmentSwitch, OpenRequests } from './RolloutCell.tsx'
import { RowCheckbox } from './RowControls.tsx'
import { RowMenu } from './RowMenu.tsx'
import { UsageCell } from './UsageCell.tsx'
import { shortName } from './useLiveNotes.ts'

const ACROSS = 3
const LINE = 44
const HEAD = 82

/** The height of a card by number of switches. */
export const cardHeight = (environments: number): number => HEAD + Math.ceil(environments / ACROSS) * LINE

/** A row on a phone: three lines, with switches. */
export const FlagCard = memo(function FlagCard(props: RowProps) {
  const { row, index, columns, selected, cursor, note, usage, actions } = props
  const environments: readonly EnvironmentType[] = columns.shown
  return (
    <li
      className={classes.card}
      aria-setsize={-1}
      aria-posinset={index + 1}
      data-selected={selected || undefined}
      data-cursor={cursor || undefined}
      onFocus={() => actions.focus(index)}
    >
      <div className={classes.line}>
        <RowCheckbox
          label={t('column.selectOne', { name: row.name })}
          checked={selected}
          onChange={(range) => actions.select(index, range)}
          large
        />
        <FlagName row={row} index={index} />
        <span className={classes.end}>
          <RowMenu row={row} actions={actions} />
        </span>
      </div>
      <div className={classes.facts}>
        {note ? (
          <span className={classes.note}>{note}</span>
        ) : (
          <>
            {row.lifecycle && (
              <LifecycleStage stage={row.lifecycle.stage} since={row.lifecycle.enteredStageAt} />
            )}
            {columns.project && (
              <span className="faint small">{columns.project.get(row.project) ?? row.project}</span>
            )}
          </>
        )}
        <span className={classes.end}>
          <UsageCell usage={usage} />
        </span>
        <span className={classes.who}>
          <Person name={shortName(row.createdBy.name)} bare />
        </span>
      </div>
      <div className={classes.switches}>
        {environments.map(({ name, type }) => {
          const environment = row.environments.find((one) => one.name === name)
          if (!environment) return null
          return (
            <div key={name}>
              <EnvironmentSwitch
                flag={row.name}
                environment={environment}
                why={actions.refusal(row, name)}
                large
                onToggle={() => actions.toggle(row, name)}
              />
              <span>
                <Environment name={shortOf(name)} type={type} />
                <Amount environment={environment} />
              </span>
              <OpenRequests project={row.project} environment={environment} />
            </div>
          )
        })}
      </div>
    </li>
  )
})

/** Abbreviates the two common long names; the switch has the full name as its label. */
const shortOf = (name: string) =>
  name === 'development' || name === 'production' ? t(`short.${name}`) : name

export function EmptyCard() {
  return (
    <li className={classes.card} aria-busy="true">
      <div className={classes.skeleton}>
        <span className="hidden">{t('row.loading')}</span>
      </div>
    </li>
  )
}
