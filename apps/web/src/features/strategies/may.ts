import { useQuery } from '@tanstack/react-query'
import { type Refusal, uiConfig, useCan } from '../../lib/session.ts'
import { t } from './messages.ts'

/** Why nobody, or not you, may define one. */
export function useMayCreate(): Refusal {
  const refusal = useCan('CREATE_STRATEGY')
  const { flags } = useQuery(uiConfig).data ?? {}
  return flags?.disableCustomStrategyCreation ? t('strategies.noNew') : refusal
}

/** Why nobody, or not you, may change this one. */
export function useMayEdit(strategy: { editable: boolean }): Refusal {
  const refusal = useCan('UPDATE_STRATEGY')
  const { flags } = useQuery(uiConfig).data ?? {}
  if (!strategy.editable) return t('strategies.fixed')
  return flags?.disableCustomStrategyEditing ? t('strategies.noEdit') : refusal
}
