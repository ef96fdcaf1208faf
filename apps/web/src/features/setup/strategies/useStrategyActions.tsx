import type { Strategy } from '@flagstaff/contract/strategy-types'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Refusal, useCan } from '../../../lib/session.ts'
import { DeleteUsed } from '../../../ui/DeleteUsed.tsx'
import { useMayEdit } from './may.ts'
import { t } from './messages.ts'
import { strategyUses, useDeleteStrategy, useDeprecate } from './queries.ts'

const needed = new Set(['default', 'flexibleRollout'])

export type StrategyActions = {
  /** Why each action is not allowed. */
  mayEdit: Refusal
  mayMark: Refusal
  mayDelete: Refusal
  mark(): void
  askDelete(): void
  /** The delete dialog, while it is open. */
  dialog: ReactNode
}

/** Actions on a strategy from its row and from its page. */
export function useStrategyActions(strategy: Strategy, onDeleted?: () => void): StrategyActions {
  const [asking, setAsking] = useState(false)
  const mark = useDeprecate()
  const mayEdit = useMayEdit(strategy)
  const update = useCan('UPDATE_STRATEGY')
  const remove = useCan('DELETE_STRATEGY')
  const { name, editable, deprecated } = strategy
  const fixed = editable ? undefined : t('strategies.fixed')
  return {
    mayEdit,
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

function Deletion({ strategy, onClose, onDeleted }: DeletionProps) {
  const remove = useDeleteStrategy()
  const { name } = strategy
  const { data: uses } = useQuery(strategyUses(name))
  return (
    <DeleteUsed
      uses={uses?.strategies}
      words={{
        title: t('strategies.deleteTitle', { name }),
        text: t('strategies.deleteText'),
        label: t('strategies.delete'),
        inUseTitle: t('strategies.inUseTitle', { name }),
        inUseText: t('strategies.inUseText'),
        rules: t('strategies.rules'),
      }}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(strategy, { onSuccess: onDeleted })}
      onClose={onClose}
    />
  )
}
