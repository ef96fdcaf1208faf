import type { ActionDefinitions } from '@flagstaff/contract/actions'

/** The values that a parameter of an action can have. */
export const optionsOf = (config: ActionDefinitions, name: 'environment' | 'featureName' | 'tag'): string[] =>
  Object.values(config)
    .flatMap(({ parameters }) => parameters)
    .find((parameter) => parameter.name === name)?.options ?? []
