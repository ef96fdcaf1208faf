import type { ImportData } from '@flagstaff/contract/transfer'

/** The parsed file, or why it cannot be imported. */
export type Reading = { data: ImportData } | { problem: 'notJson' | 'notExport' }

export function readText(text: string): Reading {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { problem: 'notJson' }
  }
  if (typeof value !== 'object' || value === null || !Array.isArray((value as ImportData).features)) {
    return { problem: 'notExport' }
  }
  // Files of older versions omit empty lists.
  const {
    featureStrategies = [],
    tagTypes = [],
    ...rest
  } = value as Partial<ImportData> & Pick<ImportData, 'features'>
  return { data: { ...rest, featureStrategies, tagTypes } }
}
