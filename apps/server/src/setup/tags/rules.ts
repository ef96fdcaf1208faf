import { isUrlFriendly } from '@flagstaff/rules/names'
import { invalid, notAllowed } from '../../platform/errors.ts'

/** The key of a tag. */
export type Tag = { type: string; value: string }

export const tagKey = ({ type, value }: Tag): string => JSON.stringify([type, value])

/** Trimmed, without duplicates, and sorted. */
export function normalTags(tags: readonly Tag[]): Tag[] {
  const byKey = new Map(
    tags.map(({ type, value }) => {
      const tag = { type, value: value.trim() }
      return [tagKey(tag), tag]
    }),
  )
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, tag]) => tag)
}

export const withoutTags = (tags: readonly Tag[], others: readonly Tag[]): Tag[] => {
  const keys = new Set(others.map(tagKey))
  return tags.filter((tag) => !keys.has(tagKey(tag)))
}

const SHORTEST = 2
const LONGEST = 50

export function checkValue(value: string) {
  const length = [...value].length
  if (length >= SHORTEST && length <= LONGEST) return
  throw invalid(`The value of a tag has ${SHORTEST} to ${LONGEST} characters.`, 'value')
}

export function checkTypeName(name: string) {
  if (isUrlFriendly(name) && name.length >= SHORTEST && name.length <= LONGEST) return
  throw invalid(
    `The name of a tag type has ${SHORTEST} to ${LONGEST} letters, digits or any of - _ . ! ~ * ' ( ).`,
    'name',
  )
}

/** The default tag type. */
const USUAL = 'simple'

export function checkDispensable(name: string) {
  if (name === USUAL) throw notAllowed(`${USUAL} is the default tag type. It cannot be deleted.`)
}

const LONGEST_DESCRIPTION = 1000
const LONGEST_ICON = 100

type Described = { description?: string | undefined; icon?: string | null | undefined }

export function checkTexts({ description = '', icon }: Described) {
  if (description.length > LONGEST_DESCRIPTION) {
    throw invalid(`A description can have at most ${LONGEST_DESCRIPTION} characters.`, 'description')
  }
  if (icon && icon.length > LONGEST_ICON) {
    throw invalid(`An icon can have at most ${LONGEST_ICON} characters.`, 'icon')
  }
}
