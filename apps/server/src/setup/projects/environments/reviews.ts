import { invalid } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { environmentProtected } from './events.ts'
import { insertProtections, listReviewed, type Reviewed } from './queries.ts'

type Wanted = { name: string; requiredApprovals?: number }

/**
 * Protects environments that a project starts to use: those that ask for reviews everywhere, and those that the caller
 * wants. The higher number of approvals counts.
 */
export async function protectEnvironments(
  tx: Tx,
  project: string,
  environments: readonly string[],
  wanted: readonly Wanted[] = [],
): Promise<Reviewed[]> {
  const unknown = wanted.find(({ name }) => !environments.includes(name))
  if (unknown)
    throw invalid(`The project does not use the environment ${unknown.name}.`, 'changeRequestEnvironments')
  const approvals = new Map<string, number>()
  for (const { name, requiredApprovals = 1 } of [...(await listReviewed(tx, environments)), ...wanted])
    approvals.set(name, Math.min(10, Math.max(requiredApprovals, approvals.get(name) ?? 1)))
  const reviewed = [...approvals].map(([name, requiredApprovals]) => ({ name, requiredApprovals }))
  const added = await insertProtections(tx, project, reviewed)
  for (const one of reviewed) if (added.has(one.name)) tx.record(environmentProtected(project, one))
  return reviewed
}
