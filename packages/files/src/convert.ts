import type { FlagFile } from '@flagstaff/contract/code-files'
import { Compile } from 'typebox/compile'
import type { Note } from './convert/case.ts'
import { fromFlagsmith } from './convert/flagsmith.ts'
import { FlagsmithExport } from './convert/flagsmith-schema.ts'
import { fromLaunchDarkly } from './convert/launchdarkly.ts'
import { LaunchDarklyExport } from './convert/launchdarkly-schema.ts'
import { FileError } from './wire.ts'

const products = ['launchdarkly', 'flagsmith'] as const
type Product = (typeof products)[number]
export const isProduct = (name: string): name is Product => products.some((one) => one === name)
export type { Note }

const launchDarkly = Compile(LaunchDarklyExport)
const flagsmith = Compile(FlagsmithExport)

/** Flag files of what another product exported, and what they cannot say. Flagsmith's export is of one environment. */
export function convert(
  product: Product,
  exported: unknown,
  environment: string,
): { flags: FlagFile[]; notes: Note[] } {
  const { flags, notes } =
    product === 'launchdarkly'
      ? fromLaunchDarkly(checked(launchDarkly, exported))
      : fromFlagsmith(checked(flagsmith, exported), environment)
  const [named, others] = [flags.filter(hasName), flags.filter((one) => !hasName(one))]
  const refused = others.map(({ flag }) => ({
    flag,
    text: 'Its name is not possible here, so it was left out.',
  }))
  return { flags: named, notes: [...notes, ...refused] }
}

/** As the server checks names; they are also names of files. */
const hasName = ({ flag }: FlagFile) => /^[\w.~-]{1,100}$/.test(flag) && !/^\.{1,2}$/.test(flag)

type Checker<T> = {
  Check(value: unknown): value is T
  Errors(value: unknown): { instancePath: string; message: string }[]
}

function checked<T>(checker: Checker<T>, value: unknown): T {
  if (checker.Check(value)) return value
  const [first] = checker.Errors(value)
  throw new FileError(first?.instancePath ?? '', first?.message ?? 'This is not such an export.')
}
