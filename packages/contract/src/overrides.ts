import Type, { type Static } from 'typebox'

export const SignedOrder = Type.Object({
  order: Type.String({
    maxLength: 4_000,
    description: 'The order, signed by `flagstaff override off`.',
  }),
})
export type SignedOrder = Static<typeof SignedOrder>

export const OverrideResult = Type.Object({
  id: Type.String(),
  flag: Type.String(),
  environment: Type.String(),
  outcome: Type.Union([Type.Literal('applied'), Type.Literal('off already'), Type.Literal('known')], {
    description:
      '`applied`: this process serves the flag as off. `off already`: it was off before. `known`: the process has had this order before.',
  }),
  kept: Type.Boolean({
    description: 'Whether the order is on disk, so that it survives a restart of the process.',
  }),
})
export type OverrideResult = Static<typeof OverrideResult>
