import type { Touch, Tx } from '../../../platform/write/write.ts'
import { apiTokenDeleted, type StoredToken } from '../api-tokens/events.ts'
import { detachProject, lockTokensOfEnvironment, lockTokensOfProjectAlone, removeTokens } from './queries.ts'

/** Called when an environment is deleted. */
export const deleteTokensOfEnvironment = async (tx: Tx, environment: string) =>
  remove(tx, await lockTokensOfEnvironment(tx, environment))

/** Called when a project is deleted. Deletes its tokens; tokens of several projects only lose it, and are returned. */
export async function deleteTokensOfProject(tx: Tx, project: string): Promise<Touch[]> {
  await remove(tx, await lockTokensOfProjectAlone(tx, project))
  return (await detachProject(tx, project)).map((name) => ({ kind: 'token', name }))
}

async function remove(tx: Tx, tokens: readonly StoredToken[]) {
  await removeTokens(
    tx,
    tokens.map(({ id }) => id),
  )
  for (const token of tokens) tx.record(apiTokenDeleted(token))
}
