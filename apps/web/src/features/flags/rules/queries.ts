import type { Feature, FeatureStrategy, UpdateFeatureStrategy } from '@flagstaff/contract/flags'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { inEnvironment, type Place, paintFlag, touched } from '../page/queries.ts'
import { t } from './messages.ts'
import type { Rule, RuleBody } from './rule.ts'

const at = (place: Place, environment: string) => `${inEnvironment(place, environment)}/strategies`

/** As the server takes it: an empty title is none. */
const wire = ({ title, ...rule }: RuleBody) => ({ ...rule, title: title.trim() || null })

type Added = { environment: string; rule: RuleBody; said?: string }

export const useAddRule = (place: Place) =>
  useChange<Added, FeatureStrategy>({
    run: ({ environment, rule }) => call('POST', at(place, environment), wire(rule)),
    refresh: touched(place.flag),
    done: ({ environment, said }) => said ?? t('done.added', { flag: place.flag, environment }),
  })

export type RuleChange = {
  environment: string
  rule: Rule
  change: UpdateFeatureStrategy
  production: boolean
  said?: string
}

/** Changes a part of a rule, if nobody else changed the rule meanwhile. */
export const useChangeRule = (place: Place) =>
  useChange<RuleChange>({
    run: ({ environment, rule, change }) =>
      call('PUT', `${at(place, environment)}/${rule.id ?? ''}`, change, { version: rule.objectVersion }),
    refresh: touched(place.flag),
    done: ({ environment, said }) => said ?? t('done.changed', { flag: place.flag, environment }),
    paint: (cache, { environment, rule, change, production }) =>
      production
        ? undefined
        : paintRules(cache, place, environment, (rules) =>
            rules.map((one) => (one.id === rule.id ? { ...one, ...change, name: one.name } : one)),
          ),
  })

type Saved = { environment: string; id: string; rule: RuleBody; version: number | undefined }

/** From the form: the whole rule, and nothing is shown before it is stored. */
export const useSaveRule = (place: Place) =>
  useChange<Saved>({
    run: ({ environment, id, rule, version }) =>
      call('PUT', `${at(place, environment)}/${id}`, wire(rule), { version }),
    refresh: touched(place.flag),
    done: ({ environment }) => t('done.changed', { flag: place.flag, environment }),
  })

type Removed = { environment: string; rule: Rule; production: boolean }

export const useDeleteRule = (place: Place) =>
  useChange<Removed>({
    run: ({ environment, rule }) => call('DELETE', `${at(place, environment)}/${rule.id ?? ''}`),
    refresh: touched(place.flag),
    done: ({ environment }) => t('done.deleted', { flag: place.flag, environment }),
    paint: (cache, { environment, rule, production }) =>
      production
        ? undefined
        : paintRules(cache, place, environment, (rules) => rules.filter(({ id }) => id !== rule.id)),
  })

type Sorted = { environment: string; ids: readonly string[]; production: boolean }

export const useSortRules = (place: Place) =>
  useChange<Sorted>({
    run: ({ environment, ids }) =>
      call(
        'POST',
        `${at(place, environment)}/set-sort-order`,
        ids.map((id, sortOrder) => ({ id, sortOrder })),
      ),
    refresh: touched(place.flag),
    done: ({ environment }) => t('done.sorted', { flag: place.flag, environment }),
    paint: (cache, { environment, ids, production }) =>
      production
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
