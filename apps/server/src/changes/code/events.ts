import type { NewEvent } from '../../platform/write/write.ts'

type Applied = {
  project: string | undefined
  owner: string
  commit: string | null
  plan: string
  flags: number
  /** Flags whose fields another owner had. */
  taken?: readonly string[]
  /** Whether the managed fields are locked, if that has changed. */
  locked?: boolean
}

export const codeApplied = ({ project, owner, ...data }: Applied): NewEvent => ({
  type: 'code-applied',
  project,
  data: { name: owner, ...data },
})

type Released = { project: string; owner: string; flags: readonly string[] }

export const claimsReleased = ({ project, owner, flags }: Released): NewEvent => ({
  type: 'code-claims-released',
  project,
  data: { name: owner, flags },
})
