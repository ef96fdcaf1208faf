import Type from 'typebox'
import { command } from '../../platform/write/commands.ts'
import { completeConstraint } from '../../setup/constraints/index.ts'
import { ruleUpdated } from '../rules/events.ts'
import { withStickiness } from '../rules/parameters.ts'
import { listRulesOfFlags, type Rule } from '../rules/queries.ts'
import { lockFlagsAnywhere, replaceContents } from './queries.ts'

/**
 * Completes rules that were stored before rules were completed when they are saved. Evaluating them gives the same
 * result as before, wherever they could be evaluated.
 */
export const completeRules = command({
  name: 'rule.complete',
  input: Type.Object({ flags: Type.Array(Type.String()) }),
  permission: 'ADMIN',
  scope: () => ({}),
  allowedWhen: ['maintenance', 'archived'],
  async run(tx, input): Promise<number> {
    const flags = new Map((await lockFlagsAnywhere(tx, input.flags)).map((flag) => [flag.name, flag]))
    const changes = (await listRulesOfFlags(tx.read, [...flags.keys()])).flatMap(({ environment, rule }) => {
      const [flag, completed] = [flags.get(rule.featureName), complete(rule)]
      return flag && completed !== rule ? [{ flag, environment, before: rule, rule: completed }] : []
    })
    if (changes.length === 0) return 0
    await replaceContents(
      tx,
      changes.map(({ rule }) => rule),
    )
    for (const { flag, environment, before, rule } of changes)
      tx.record(ruleUpdated(flag, environment, before, rule))
    return changes.length
  },
})

/** The same rule if it is complete. */
function complete(rule: Rule): Rule {
  const constraints = rule.constraints.map(completeConstraint)
  const parameters = withStickiness(rule)
  const isComplete =
    parameters === rule.parameters && constraints.every((one, index) => one === rule.constraints[index])
  return isComplete ? rule : { ...rule, constraints, parameters }
}
