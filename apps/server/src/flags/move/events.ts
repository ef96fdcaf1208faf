import type { NewEvent } from '../../platform/write/write.ts'
import { about } from '../events.ts'
import type { Flag } from '../queries.ts'

export const flagMoved = (flag: Flag, target: string): NewEvent => ({
  type: 'feature-project-change',
  ...about(flag),
  project: target,
  data: { newProject: target, oldProject: flag.project },
  preData: { project: flag.project },
  touches: [{ kind: 'flag', name: flag.name }],
})
