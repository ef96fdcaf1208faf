import type { Constraint, Variant } from '@flagstaff/contract/common'
import type { FlagValue } from '@flagstaff/contract/values'

/** A rule in the words of the API, with segments by name. */
export type WireRule = {
  name: string
  title: string | null
  disabled: boolean
  parameters: Record<string, string>
  constraints: Constraint[]
  segments: string[]
  variants: WireVariant[]
}
export type WireVariant = Variant & Required<Pick<Variant, 'weightType' | 'stickiness'>>
export type WireState = {
  environment: string
  enabled?: boolean
  rules?: WireRule[]
  variants?: WireVariant[]
}

/** A flag in the words of the API; fields that its file does not mention are missing. */
export type WireFlag = {
  name: string
  type?: string
  description?: string | null
  impressionData?: boolean
  stale?: boolean
  value?: FlagValue
  tags?: { type: string; value: string }[]
  links?: { url: string; title: string | null }[]
  dependencies?: { feature: string; enabled: boolean; variants: string[] }[]
  environments: WireState[]
}

/** Something in a file that cannot be read, with where it is. */
export class FileError extends Error {
  readonly path: string
  readonly reason: string

  constructor(path: string, reason: string) {
    super(path === '' ? reason : `${path}: ${reason}`)
    this.path = path
    this.reason = reason
  }
}
