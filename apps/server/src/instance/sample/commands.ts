import { SetEvaluationSample } from '@flagstaff/contract/evaluation-sample'
import Type from 'typebox'
import { invalid } from '../../platform/errors.ts'
import { command } from '../../platform/write/commands.ts'
import { settingUpdated } from '../settings/events.ts'
import { lockSetting, replaceSetting } from '../settings/queries.ts'
import { pseudonymsOf } from './modes.ts'
import { removeSamples } from './queries.ts'

export const NO_SAMPLE = { enabled: false, share: 0, properties: [] as string[], pseudonyms: [] as string[] }

/** Always stored as they are: results are counted by them. */
const ALWAYS_PLAIN = ['appName', 'environment']

/** Sets which contexts are sampled. Samples collected under the previous setting are deleted, and so is their key. */
export const setSample = command({
  name: 'evaluation-sample.set',
  input: Type.Interface([SetEvaluationSample], { sealedKey: Type.Optional(Type.String()) }),
  permission: 'ADMIN',
  scope: () => ({}),
  load: (tx) => lockSetting(tx, 'evaluation-sample'),
  async run(tx, { enabled, share, properties: listed, pseudonyms: wanted, sealedKey = '' }, before) {
    const refused = wanted?.find((name) => ALWAYS_PLAIN.includes(name))
    if (refused) throw invalid(`The field ${refused} cannot be stored as a pseudonym.`, '/pseudonyms')
    const properties = [...new Set(listed)]
    const after = { enabled, share, properties, pseudonyms: pseudonymsOf({ properties, pseudonyms: wanted }) }
    await replaceSetting(tx, 'evaluation-sample', after)
    await replaceSetting(tx, 'evaluation-sample-key', { sealed: sealedKey })
    await removeSamples(tx)
    tx.record(settingUpdated('evaluation-sample', before ?? NO_SAMPLE, after))
  },
})
