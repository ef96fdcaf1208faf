import type { Constraint } from '@flagstaff/contract/common'
import { foreignStickiness, stickinessOf } from '../../platform/variants.ts'
import { constraintWarnings } from '../../setup/constraints/index.ts'

type Content = {
  parameters?: Readonly<Record<string, string>>
  constraints?: readonly Constraint[]
  variants?: readonly { stickiness?: string | undefined }[]
}

/** How SDKs differ in a rule that was stored before such rules were refused, or that was imported. */
export const ruleWarnings = (rule: Content): string[] => [
  ...mixed(rule),
  ...ungrouped(rule),
  ...constraintWarnings(rule.constraints ?? []),
]

function mixed(rule: Content): string[] {
  const foreign = foreignStickiness(rule)
  return foreign.length === 0
    ? []
    : [
        `Java, Python, Ruby, Rust and .NET choose a variant by ${stickinessOf(rule)}, and Node.js, browsers and OFREP by ${foreign.join(' or ')}, so a user can get different variants. Use one stickiness for the rule and its variants; this moves users once.`,
      ]
}

const ungrouped = ({ parameters = {}, variants = [] }: Content): string[] =>
  variants.length === 0 || parameters.groupId
    ? []
    : [
        'The rule has variants and no groupId: it is off in Go, and Java, Python, Ruby, Rust and .NET can choose other variants than Node.js, browsers and OFREP. Set groupId; this moves users once.',
      ]
