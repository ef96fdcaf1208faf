import type { NewEvent } from '../../platform/write/write.ts'
import { about } from '../events.ts'
import type { Flag } from '../queries.ts'
import type { Completion } from './queries.ts'

const record = ({ status, statusValue }: Completion) => ({ status, statusValue: statusValue ?? null })

export const flagCompleted = (flag: Flag, completion: Completion, before?: Completion): NewEvent => ({
  type: 'feature-completed',
  ...about(flag),
  data: record(completion),
  preData: before && record(before),
})

export const flagUncompleted = (flag: Flag, before: Completion): NewEvent => ({
  type: 'feature-uncompleted',
  ...about(flag),
  preData: record(before),
})
