import type { NewEvent } from '../../platform/write/write.ts'
import { type Template, templateOf } from './wire.ts'

type Kind = 'created' | 'updated' | 'deleted' | 'archived'

/** Nothing is published again: a template reaches a flag only as a plan. */
export const templateEvent = (
  kind: Kind,
  before: Template | undefined,
  after: Template | undefined,
): NewEvent => ({
  type: `release-plan-template-${kind}`,
  project: (after ?? before)?.project ?? null,
  ...(after ? { data: templateOf(after) } : {}),
  ...(before ? { preData: templateOf(before) } : {}),
})
