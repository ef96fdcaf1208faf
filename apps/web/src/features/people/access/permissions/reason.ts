import type { PermissionReason } from '@flagstaff/contract/users'
import { type MessageKey, t } from '../messages.ts'

type Named = (project: string) => string

/** The message key for a reason, with its parameters. */
export function wordingOf({ role, project, group }: PermissionReason, titleOf: Named) {
  const kind = role.type.startsWith('root') ? (project ? 'rootProject' : 'root') : 'project'
  const key: MessageKey = `reason.${kind}${group ? 'Group' : ''}`
  return { key, values: { role: role.name, group: group?.name, project: project && titleOf(project) } }
}

/** The reason in words: "Owner of Checkout through the group Payments". */
export function wordsOf(reason: PermissionReason, titleOf: Named): string {
  const { key, values } = wordingOf(reason, titleOf)
  return t(key, values)
}
