import Type from 'typebox'
import { command, type Order } from '../../../../platform/write/commands.ts'
import type { NewEvent } from '../../../../platform/write/write.ts'
import { lockSource, replaceSource } from './queries.ts'
import { EXTERNAL_SOURCE, noSource, type StoredSource, shownSource } from './stored.ts'

const Source = Type.Object({
  enabled: Type.Boolean(),
  url: Type.Optional(Type.String({ maxLength: 2_000 })),
  sealedToken: Type.Optional(Type.String()),
})

/** `keepsToken` keeps the stored token, as long as it goes to the same address. */
export const setExternalSource = command({
  name: 'impact-metrics.set-external-source',
  input: Type.Interface([Source], { keepsToken: Type.Boolean() }),
  permission: 'ADMIN',
  scope: () => ({}),
  load: lockSource,
  async run(tx, { keepsToken, ...sent }, before) {
    const stored = before ?? noSource
    // Turning the source off keeps its address, so that it can be turned on again.
    const url = sent.url ?? stored.url
    const isKept = keepsToken && url === stored.url && stored.sealedToken !== undefined
    const after: StoredSource = {
      enabled: sent.enabled,
      ...(url === undefined ? {} : { url }),
      ...(isKept ? { sealedToken: stored.sealedToken } : {}),
      ...(sent.sealedToken === undefined ? {} : { sealedToken: sent.sealedToken }),
    }
    await replaceSource(tx, after)
    tx.record(sourceChanged(before, after))
    return after
  },
  inverse: (_input, _result, before): Order =>
    setExternalSource.with({ ...(before ?? noSource), keepsToken: false }),
})

/** Events never contain secrets, not even encrypted. */
function sourceChanged(before: StoredSource | undefined, after: StoredSource): NewEvent {
  const name = EXTERNAL_SOURCE
  if (!before) return { type: 'setting-created', data: { name, ...shownSource(after) } }
  const isReplaced = before.sealedToken !== after.sealedToken
  return {
    type: 'setting-updated',
    data: { name, ...shownSource(after), ...(isReplaced ? { secretReplaced: true } : {}) },
    preData: { name, ...shownSource(before) },
  }
}
