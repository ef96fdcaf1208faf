import type { Environment as Stored } from '@flagstaff/contract/environments'
import { Switch, Tooltip, UnstyledButton } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import { formatNumber } from '../../../lib/format.ts'
import type { Refusal } from '../../../lib/session.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { Environment, isProduction } from '../../../ui/Environment.tsx'
import listClasses from '../../../ui/List.module.css'
import { Refused } from '../../../ui/Refused.tsx'
import { EnvironmentMenu } from './EnvironmentMenu.tsx'
import classes from './environments.module.css'
import { t } from './messages.ts'
import { useOffer } from './queries.ts'
import { typeLabel } from './types.ts'

type EnvironmentRowProps = {
  environment: Stored
  place: number
  count: number
  refusal: Refusal
  /** The environment being dragged, if any. */
  dragged: string | undefined
  onDrag(name: string | undefined): void
  onMove(name: string, place: number): void
}

export function EnvironmentRow(props: EnvironmentRowProps) {
  const { environment, place, count, refusal, dragged, onDrag, onMove } = props
  const { name, type, enabled, projectCount, apiTokenCount, enabledToggleCount } = environment
  const [over, setOver] = useState(false)
  const keys = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (step === 0) return
    event.preventDefault()
    onMove(name, place + step)
  }
  return (
    <tr
      data-dragged={dragged === name || undefined}
      data-over={(over && dragged !== undefined && dragged !== name) || undefined}
      data-production={isProduction(type) || undefined}
      onDragOver={(event) => {
        if (dragged === undefined) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (dragged !== undefined) onMove(dragged, place)
      }}
    >
      <td>
        <Refused why={refusal}>
          <UnstyledButton
            className={classes.grip}
            draggable={!refusal}
            aria-disabled={refusal ? true : undefined}
            onDragStart={() => onDrag(name)}
            onDragEnd={() => onDrag(undefined)}
            onKeyDown={keys}
          >
            <IconGripVertical size={16} stroke={1.5} />
            <span className="hidden">
              {t('env.move', { name, place: place + 1, count })} {t('env.moveHint')}
            </span>
          </UnstyledButton>
        </Refused>
      </td>
      <td>
        <Link to="/environments/$name" params={{ name }} className={classes.name}>
          <Environment name={name} type={type} />
        </Link>
      </td>
      <td className={listClasses.wide}>
        <span className="dim">{typeLabel(type)}</span>
      </td>
      <td>
        <Offer environment={environment} refusal={refusal} />
      </td>
      <td className={listClasses.wide} data-align="right">
        {projectCount || !enabled ? (
          formatNumber(projectCount ?? 0)
        ) : (
          <Link to="/environments/$name" params={{ name }} className="link">
            {t('env.add')}
            <span className="hidden"> {name}</span>
          </Link>
        )}
      </td>
      <td className={listClasses.wide} data-align="right">
        {formatNumber(apiTokenCount ?? 0)}
      </td>
      <td className={listClasses.wide} data-align="right">
        {formatNumber(enabledToggleCount ?? 0)}
      </td>
      <td data-align="right">
        <EnvironmentMenu
          environment={environment}
          onUp={place > 0 ? () => onMove(name, place - 1) : undefined}
          onDown={place < count - 1 ? () => onMove(name, place + 1) : undefined}
        />
      </td>
    </tr>
  )
}

/** Optimistic update, except for production, which needs confirmation first. */
function Offer({ environment, refusal }: { environment: Stored; refusal: Refusal }) {
  const { name, type, enabled } = environment
  const offer = useOffer()
  const [asking, setAsking] = useState(false)
  const set = () => offer.mutate({ name, type, on: !enabled }, { onSettled: () => setAsking(false) })
  const toggle = () => {
    if (refusal) return
    if (isProduction(type)) setAsking(true)
    else set()
  }
  return (
    <>
      <Tooltip
        label={refusal}
        disabled={!refusal}
        multiline
        maw={280}
        events={{ hover: true, focus: true, touch: true }}
      >
        <Switch
          aria-label={t('env.offer', { name })}
          aria-disabled={refusal ? true : undefined}
          checked={enabled}
          onChange={toggle}
        />
      </Tooltip>
      <Confirm
        opened={asking}
        title={t(enabled ? 'env.offTitle' : 'env.onTitle', { name })}
        label={t(enabled ? 'env.offLabel' : 'env.onLabel')}
        busy={offer.isPending}
        onConfirm={set}
        onClose={() => setAsking(false)}
      >
        <p>{t('env.offeredHint')}</p>
      </Confirm>
    </>
  )
}
