import { useSuspenseQuery } from '@tanstack/react-query'
import { type Refusal, uiConfig, useCan } from '../../../lib/session.ts'
import { t } from './messages.ts'

/** Why a strategy cannot be created, by the server's settings or for lack of permission. */
export function useMayCreate(): Refusal {
  const refusal = useCan('CREATE_STRATEGY')
  const { flags } = useSuspenseQuery(uiConfig).data
  return flags?.disableCustomStrategyCreation ? t('strategies.noNew') : refusal
}

/** Why this strategy cannot be edited, by the server's settings or for lack of permission. */
export function useMayEdit(strategy: { editable: boolean }): Refusal {
  const refusal = useCan('UPDATE_STRATEGY')
  const { flags } = useSuspenseQuery(uiConfig).data
  if (!strategy.editable) return t('strategies.fixed')
  return flags?.disableCustomStrategyEditing ? t('strategies.noEdit') : refusal
}
