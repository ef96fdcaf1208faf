import type { Strategy } from '@flagstaff/contract/strategy-types'
import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Refusal, useCan } from '../../lib/session.ts'
import { t as shared } from '../../messages/en.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { Uses } from '../../ui/Uses.tsx'
import { t } from './messages.ts'
import { strategyUses, useDeleteStrategy, useDeprecate } from './queries.ts'
import classes from './strategies.module.css'

const needed = new Set(['default', 'flexibleRollout'])

export type StrategyActions = {
  /** Why each cannot be done. */
  mayEdit: Refusal
  mayMark: Refusal
  mayDelete: Refusal
  mark(): void
  askDelete(): void
  /** The question before a deletion, while it is asked. */
  dialog: ReactNode
}

/** What can be done to a strategy from its row and from its page. */
export function useStrategyActions(strategy: Strategy, onDeleted?: () => void): StrategyActions {
  const [asking, setAsking] = useState(false)
  const mark = useDeprecate()
  const update = useCan('UPDATE_STRATEGY')
  const remove = useCan('DELETE_STRATEGY')
  const { name, editable, deprecated } = strategy
  const fixed = editable ? undefined : t('strategies.fixed')
  return {
    mayEdit: fixed ?? update,
    mayMark: !deprecated && needed.has(name) ? t('strategies.needed') : update,
    mayDelete: fixed ?? remove,
    mark: () => mark.mutate({ name, deprecated: !deprecated }),
    askDelete: () => setAsking(true),
    dialog: asking && (
      <Deletion
        strategy={strategy}
        onClose={() => setAsking(false)}
        onDeleted={() => {
          setAsking(false)
          onDeleted?.()
        }}
      />
    ),
  }
}

type DeletionProps = { strategy: Strategy; onClose(): void; onDeleted(): void }

/** Refused while rules use it, and then it says which. */
function Deletion({ strategy, onClose, onDeleted }: DeletionProps) {
  const remove = useDeleteStrategy()
  const { name } = strategy
  const { data: uses } = useQuery(strategyUses(name))
  if (!uses) return null
  if (uses.strategies.length > 0)
    return (
      <Modal
        opened
        onClose={onClose}
        size={560}
        title={t('strategies.inUseTitle', { name })}
        closeButtonProps={{ 'aria-label': shared('form.close') }}
      >
        <p className={classes.dialogText}>{t('strategies.inUseText')}</p>
        <Uses uses={uses.strategies} label={t('strategies.rules')} />
      </Modal>
    )
  return (
    <Confirm
      opened
      danger
      title={t('strategies.deleteTitle', { name })}
      label={t('strategies.delete')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate(strategy, { onSuccess: onDeleted })}
      onClose={onClose}
    >
      <p>{t('strategies.deleteText')}</p>
      {remove.error && (
        <p className={classes.problem} role="alert">
          {remove.error.message}
        </p>
      )}
    </Confirm>
  )
}
