import type { Feature, UpdateFeatureStrategy } from '@flagstaff/contract/flags'
import type { QueryClient } from '@tanstack/react-query'
import { type Review, send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { type Place, paintFlag, paramsOf, touched } from '../page/queries.ts'
import { t } from './messages.ts'
import { type Rule, type RuleBody, wireOf } from './rule.ts'

type Added = { environment: string; rule: RuleBody; said?: string; review?: Review | undefined }

export const useAddRule = (place: Place) =>
  useChange<Added>({
    run: ({ environment, rule, review }) =>
      send(
        'POST /api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies',
        { params: { ...paramsOf(place), environment }, body: wireOf(rule) },
        { review },
      ),
    refresh: touched(place.flag),
    done: ({ environment, said }) => said ?? t('done.added', { flag: place.flag, environment }),
  })

export type RuleChange = {
  environment: string
  rule: Rule
  change: UpdateFeatureStrategy
  production: boolean
  said?: string
  review?: Review | undefined
}

/** Updates part of a rule, unless another user has changed it (`If-Match`). */
export const useChangeRule = (place: Place) =>
  useChange<RuleChange>({
    run: ({ environment, rule, change, review }) =>
      send(
        'PUT /api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies/:strategyId',
        { params: { ...paramsOf(place), environment, strategyId: rule.id ?? '' }, body: change },
        { version: rule.objectVersion, review },
      ),
    refresh: touched(place.flag),
    done: ({ environment, said }) => said ?? t('done.changed', { flag: place.flag, environment }),
    optimistic: (cache, { environment, rule, change, production, review }) =>
      production || review
        ? undefined
        : paintRules(cache, place, environment, (rules) =>
            rules.map((one) => (one.id === rule.id ? { ...one, ...change, name: one.name } : one)),
          ),
  })

type Saved = {
  environment: string
  id: string
  rule: RuleBody
  version: number | undefined
  review?: Review | undefined
}

/** Saves the whole rule from the form, without an optimistic update. */
export const useSaveRule = (place: Place) =>
  useChange<Saved>({
    run: ({ environment, id, rule, version, review }) =>
      send(
        'PUT /api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies/:strategyId',
        { params: { ...paramsOf(place), environment, strategyId: id }, body: wireOf(rule) },
        { version, review },
      ),
    refresh: touched(place.flag),
    done: ({ environment }) => t('done.changed', { flag: place.flag, environment }),
  })

type Removed = { environment: string; rule: Rule; production: boolean; review?: Review | undefined }

export const useDeleteRule = (place: Place) =>
  useChange<Removed>({
    run: ({ environment, rule, review }) =>
      send(
        'DELETE /api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies/:strategyId',
        { params: { ...paramsOf(place), environment, strategyId: rule.id ?? '' } },
        { review },
      ),
    refresh: touched(place.flag),
    done: ({ environment }) => t('done.deleted', { flag: place.flag, environment }),
    optimistic: (cache, { environment, rule, production, review }) =>
      production || review
        ? undefined
        : paintRules(cache, place, environment, (rules) => rules.filter(({ id }) => id !== rule.id)),
  })

type Sorted = {
  environment: string
  ids: readonly string[]
  production: boolean
  review?: Review | undefined
}

export const useSortRules = (place: Place) =>
  useChange<Sorted>({
    run: ({ environment, ids, review }) =>
      send(
        'POST /api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies/set-sort-order',
        {
          params: { ...paramsOf(place), environment },
          body: ids.map((id, sortOrder) => ({ id, sortOrder })),
        },
        { review },
      ),
    refresh: touched(place.flag),
    done: ({ environment }) => t('done.sorted', { flag: place.flag, environment }),
    optimistic: (cache, { environment, ids, production, review }) =>
      production || review
        ? undefined
        : paintRules(cache, place, environment, (rules) =>
            ids.flatMap((id) => rules.filter((rule) => rule.id === id)),
          ),
  })

function paintRules(
  cache: QueryClient,
  place: Place,
  environment: string,
  change: (rules: Rule[]) => Rule[],
) {
  return paintFlag(cache, place, (flag: Feature) => ({
    ...flag,
    environments: (flag.environments ?? []).map((one) =>
      one.name === environment ? { ...one, strategies: change(one.strategies ?? []) } : one,
    ),
  }))
}
