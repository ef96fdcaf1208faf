import type { CreateStrategy, Strategy } from '@flagstaff/contract/strategy-types'

export const kinds = ['string', 'number', 'percentage', 'boolean', 'list'] as const
export type Kind = (typeof kinds)[number]

/** One parameter with all its fields. */
export type Parameter = { name: string; type: Kind; description: string; required: boolean }

export const parametersOf = ({ parameters }: Pick<Strategy, 'parameters'>): Parameter[] =>
  parameters.map(({ name = '', type, description = '', required = false }) => ({
    name,
    type: kinds.find((kind) => kind === type) ?? 'string',
    description,
    required,
  }))

export const toSend = (parameters: readonly Parameter[]): CreateStrategy['parameters'] =>
  parameters.map((one) => ({ ...one, name: one.name.trim() }))

export type Fault = { kind: 'blank' } | { kind: 'twice'; name: string }

export function faultOf(parameters: readonly Parameter[]): Fault | undefined {
  const names = parameters.map(({ name }) => name.trim())
  if (names.includes('')) return { kind: 'blank' }
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  return twice === undefined ? undefined : { kind: 'twice', name: twice }
}
