import type { Constraint } from '@flagstaff/contract/common'
import { invalid } from '../../platform/errors.ts'
import { checkStickiness } from '../../platform/variants.ts'
import { checkPortable, isQuotable, unquotable } from '../../setup/constraints/index.ts'

type Content = {
  name: string
  parameters: Record<string, string>
  constraints: readonly Constraint[]
  variants: readonly { stickiness?: string | undefined }[]
}

/** Refuses a rule that not all SDKs evaluate alike, except for what was stored before. */
export function checkPortableRule(rule: Content, before: Content | undefined) {
  checkPortable(rule.constraints, before?.constraints)
  for (const [name, value] of Object.entries(rule.parameters)) {
    if (value === before?.parameters[name]) continue
    if (quoted.has(name) && !isQuotable(value)) throw invalid(unquotable(name), `parameters/${name}`)
    if (name === 'userIds' && value.endsWith('\\')) throw invalid(unquotable(name), `parameters/${name}`)
  }
  checkStickiness(rule, before)
}

const quoted = new Set(['groupId', 'stickiness', 'IPs', 'hostNames'])
