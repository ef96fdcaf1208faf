import { SetEvaluationSample } from '@flagstaff/contract/evaluation-sample'
import { command } from '../../platform/write/commands.ts'
import { settingUpdated } from '../settings/events.ts'
import { lockSetting, replaceSetting } from '../settings/queries.ts'
import { removeSamples } from './queries.ts'

export const NO_SAMPLE: SetEvaluationSample = { enabled: false, share: 0, properties: [] }

/** Sets which contexts are sampled. Samples collected under the previous setting are deleted. */
export const setSample = command({
  name: 'evaluation-sample.set',
  input: SetEvaluationSample,
  permission: 'ADMIN',
  scope: () => ({}),
  load: (tx) => lockSetting(tx, 'evaluation-sample'),
  async run(tx, { enabled, share, properties }, before = NO_SAMPLE) {
    const after = { enabled, share, properties: [...new Set(properties)] }
    await replaceSetting(tx, 'evaluation-sample', after)
    await removeSamples(tx)
    tx.record(settingUpdated('evaluation-sample', before, after))
  },
})
