import { flagOperations } from './flags/flags.ts'
import { flagLifecycleOperations } from './flags/lifecycle.ts'
import { flagRelationOperations } from './flags/relations.ts'
import { flagRuleOperations } from './flags/rules.ts'

export const flagsOperations = {
  ...flagOperations,
  ...flagLifecycleOperations,
  ...flagRuleOperations,
  ...flagRelationOperations,
}
