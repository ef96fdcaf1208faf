import type { Touch, Tx } from '../../platform/write.ts'
import { apiTokenDeleted, type StoredToken } from '../api-tokens/events.ts'
import { detachProject, lockTokensOfEnvironment, lockTokensOfProjectAlone, removeTokens } from './queries.ts'

/** For an environment that goes: its tokens go with it. */
export const deleteTokensOfEnvironment = async (tx: Tx, environment: string) =>
  remove(tx, await lockTokensOfEnvironment(tx, environment))

/** For a project that goes: its own tokens go with it, those of several projects lose it. Gives the latter. */
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
