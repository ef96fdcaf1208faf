import type { FlagstaffFile } from '@flagstaff/contract/code-files'
import { findRepository } from '../commands/code/files.ts'

/** Other names of flags in code, such as constants: the flag by its alias. */
export type Aliases = ReadonlyMap<string, string>

/** The part `aliases:` of the nearest `flagstaff.yaml`, in this folder or above. */
export const readAliases = (folder: string): Aliases => aliasesOf(findRepository(folder)?.config ?? {})

export const aliasesOf = ({ aliases = {} }: Pick<FlagstaffFile, 'aliases'>): Aliases =>
  new Map(Object.entries(aliases).flatMap(([flag, names]) => [names].flat().map((name) => [name, flag])))
