import { codeLimits, FlagFile, FlagstaffFile } from '@flagstaff/contract/code-files'
import { CORE_SCHEMA, load, YAMLException } from 'js-yaml'
import { Compile } from 'typebox/compile'
import { FileError } from './wire.ts'

const flagFile = Compile(FlagFile)
const flagstaffFile = Compile(FlagstaffFile)

/** Reads a flag file: YAML or JSON. Throws a `FileError` that says what is wrong and where. */
export const readFlagFile = (text: string): FlagFile => readAs(flagFile, text)

/** Reads `flagstaff.yaml`. */
export const readFlagstaffFile = (text: string): FlagstaffFile => readAs(flagstaffFile, text)

/** Aliases are resolved to shared values, so a small file can contain billions of them. */
const MOST_VALUES = 100_000

type Validator<T> = {
  Check(value: unknown): value is T
  Errors(value: unknown): { instancePath: string; message: string; keyword: string; params: object }[]
}

function readAs<T>(validator: Validator<T>, text: string): T {
  if (text.length > codeLimits.fileBytes)
    throw new FileError('', `The file is larger than ${codeLimits.fileBytes} bytes.`)
  const value = parse(text)
  checkSize(value)
  if (validator.Check(value)) return value
  throw errorOf(validator.Errors(value))
}

function parse(text: string): unknown {
  try {
    return load(text, { schema: CORE_SCHEMA })
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    const { mark, reason } = error
    throw new FileError(mark ? `line ${mark.line + 1}` : '', reason)
  }
}

function checkSize(value: unknown) {
  let left = MOST_VALUES
  const waiting = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (--left < 0) throw new FileError('', `The file has more than ${MOST_VALUES} values.`)
    if (typeof next === 'object' && next !== null) for (const one of Object.values(next)) waiting.push(one)
  }
}

function errorOf(errors: ReturnType<Validator<unknown>['Errors']>): FileError {
  // A wrong name is more telling than what follows from it, such as that no form of a union fits.
  const first =
    errors.find(({ keyword }) => keyword === 'additionalProperties') ??
    errors.toSorted((a, b) => b.instancePath.length - a.instancePath.length)[0]
  const path = (first?.instancePath ?? '').split('/').filter(Boolean).join('.')
  const { additionalProperties = [] } = (first?.params ?? {}) as { additionalProperties?: string[] }
  if (additionalProperties.length > 0)
    return new FileError(path, `${additionalProperties.join(', ')} is not a known field.`)
  return new FileError(path, `It ${first?.message ?? 'is not valid'}.`)
}
