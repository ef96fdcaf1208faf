import type { CreateStrategy } from '@flagstaff/contract/strategy-types'
import { invalid, notAllowed } from '../../platform/errors.ts'

type Parameter = CreateStrategy['parameters'][number]
type Described = { title?: string | null; description?: string | null; parameters: readonly Parameter[] }

const MOST_PARAMETERS = 50
const LONGEST_NAME = 100
const LONGEST_TEXT = 1000

export function checkStrategy({ title, description, parameters }: Described) {
  if (title && title.length > LONGEST_NAME) {
    throw invalid(`A title can have at most ${LONGEST_NAME} characters.`, 'title')
  }
  checkText(description, 'description')
  if (parameters.length > MOST_PARAMETERS) {
    throw invalid(`A strategy can have at most ${MOST_PARAMETERS} parameters.`, 'parameters')
  }
  for (const { name, description: text } of parameters) {
    if (name.trim() !== name || name === '' || name.length > LONGEST_NAME) {
      throw invalid(`The name of a parameter has 1 to ${LONGEST_NAME} characters.`, 'parameters')
    }
    checkText(text, 'parameters')
  }
  if (new Set(parameters.map(({ name }) => name)).size < parameters.length) {
    throw invalid('Two parameters have the same name.', 'parameters')
  }
}

function checkText(text: string | null | undefined, path: string) {
  if (!text || text.length <= LONGEST_TEXT) return
  throw invalid(`A description can have at most ${LONGEST_TEXT} characters.`, path)
}

/** Built-in strategies cannot be changed. */
export function checkEditable({ name, editable }: { name: string; editable: boolean }) {
  if (!editable) throw notAllowed(`${name} is a built-in strategy. It cannot be changed or deleted.`)
}

/** Refuses changes that the server settings forbid. */
export function checkSettings(allowed: boolean, verb: 'defined' | 'changed', variable: string) {
  if (!allowed) throw notAllowed(`Strategies cannot be ${verb} on this server: ${variable} is set.`)
}

/** New rules use these two. */
const needed = new Set(['default', 'flexibleRollout'])

export function checkDispensable(name: string) {
  if (needed.has(name)) throw notAllowed(`${name} is the strategy of new rules. It cannot be deprecated.`)
}

/** Fills in defaults for omitted fields. */
export const completeParameters = (parameters: readonly Parameter[]): Parameter[] =>
  parameters.map(({ name, type, description = '', required = false }) => ({
    name,
    type,
    description,
    required,
  }))
