import type { ActionDefinition, ActionDefinitions } from '@flagstaff/contract/actions'
import type { Reader } from '../../../platform/database/database.ts'
import { listFlagNames, listProjectEnvironments, listTags } from './option-queries.ts'

/** The types of actions, with what their parameters can be in a project. */
export async function readDefinitions(db: Reader, project: string): Promise<ActionDefinitions> {
  const [environments, flags, tags] = await Promise.all([
    listProjectEnvironments(db, project),
    listFlagNames(db, project),
    listTags(db, project),
  ])
  const define = (label: string, description: string, last: Parameter): ActionDefinition => ({
    label,
    description,
    category: 'Feature flags',
    permissions: ['UPDATE_FEATURE_ENVIRONMENT'],
    parameters: [
      { name: 'project', label: 'Project', type: 'hidden' },
      { name: 'environment', label: 'Environment', type: 'select', options: environments },
      last,
    ],
  })
  const flag: Parameter = { name: 'featureName', label: 'Flag', type: 'select', options: flags }
  const tag: Parameter = { name: 'tag', label: 'Tag', type: 'select', options: tags }
  return {
    TOGGLE_FEATURE_ON: define('Turn on a flag', 'Turns on a flag in an environment.', flag),
    TOGGLE_FEATURE_OFF: define('Turn off a flag', 'Turns off a flag in an environment.', flag),
    TOGGLE_FEATURES_ON_BY_TAG: define(
      'Turn on flags with a tag',
      'Turns on all flags of the project that have a tag.',
      tag,
    ),
    TOGGLE_FEATURES_OFF_BY_TAG: define(
      'Turn off flags with a tag',
      'Turns off all flags of the project that have a tag.',
      tag,
    ),
  }
}

type Parameter = ActionDefinition['parameters'][number]
