import type { ImportData } from '@flagstaff/contract/transfer'

/** What a text holds, or why it cannot be imported. */
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
  // Files of older versions leave out what they have none of.
  const {
    featureStrategies = [],
    tagTypes = [],
    ...rest
  } = value as Partial<ImportData> & Pick<ImportData, 'features'>
  return { data: { ...rest, featureStrategies, tagTypes } }
}
