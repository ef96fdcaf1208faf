import { RepositoryParams, UploadCodeReferences } from '@flagstaff/contract/code-references'
import Type from 'typebox'
import { invalid, noPermission } from '../../platform/errors.ts'
import { command } from '../../platform/write/commands.ts'
import { lockCount } from '../../platform/write/locks.ts'
import { referencesUpdated } from './events.ts'
import { listSeen, markGone, upsertReferences, upsertRepository } from './queries.ts'
import { placesByFlag } from './rules.ts'

/** Does not say which references were ignored: that would tell which flags exist in other projects. */
export const replaceReferences = command({
  name: 'code-references.replace',
  input: Type.Interface([UploadCodeReferences], RepositoryParams.properties),
  permission: 'authenticated',
  scope: () => ({}),
  async run(tx, { repository, branch, commit, urlTemplate = null, references }) {
    if (!tx.caller.mayAnywhere('UPDATE_FEATURE', {})) throw noPermission(['UPDATE_FEATURE'])
    if (urlTemplate !== null) checkUrl(urlTemplate)
    await lockCount(tx, `code references of ${repository}`)
    const names = [...new Set(references.map(({ flag }) => flag))]
    const known = await listSeen(tx.read, tx.caller.viewer, names)
    const id = await upsertRepository(tx, repository)
    const flags = placesByFlag(references, known)
    if (flags.length > 0) await upsertReferences(tx, { repository: id, branch, commit, urlTemplate }, flags)
    await markGone(
      tx,
      id,
      flags.map(({ flag }) => flag),
    )
    tx.record(referencesUpdated({ name: repository, branch, commit }))
  },
})

/** Links lead to it, so it cannot run anything. */
function checkUrl(template: string) {
  const url = URL.parse(template.replaceAll(/[{}]/g, ''))
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw invalid('The template must be an address that starts with http:// or https://.', 'urlTemplate')
}
