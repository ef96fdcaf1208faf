import { textOf } from '../../../lib/address.ts'

const numberOf = (value: unknown): number | undefined => (Number.isInteger(value) ? Number(value) : undefined)

export type CompareSearch = {
  one?: number | undefined
  other?: number | undefined
  /** Also show permissions that both or neither of the roles have. */
  all?: true | undefined
}

export const readCompareSearch = (search: Record<string, unknown>): CompareSearch => ({
  one: numberOf(search.one),
  other: numberOf(search.other),
  all: search.all === true ? true : undefined,
})

export type PermissionsSearch = {
  project?: string | undefined
  environment?: string | undefined
  /** The permission to explain. */
  permission?: string | undefined
  q?: string | undefined
  show?: 'allowed' | 'refused' | undefined
}

export const readPermissionsSearch = (search: Record<string, unknown>): PermissionsSearch => ({
  project: textOf(search.project),
  environment: textOf(search.environment),
  permission: textOf(search.permission),
  q: textOf(search.q),
  show: search.show === 'allowed' || search.show === 'refused' ? search.show : undefined,
})
