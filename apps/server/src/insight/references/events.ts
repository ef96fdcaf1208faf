import type { NewEvent } from '../../platform/write/write.ts'

type Upload = { name: string; branch: string; commit: string }

/** Without numbers of references, which could tell about flags that a reader cannot see. */
export const referencesUpdated = ({ name, branch, commit }: Upload): NewEvent => ({
  type: 'code-references-updated',
  data: { name, branch, commit },
})
