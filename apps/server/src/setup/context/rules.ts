import type { ContextField, LegalValue } from '@flagstaff/contract/context'
import { invalid } from '../../platform/errors.ts'

const LONGEST_DESCRIPTION = 250
const LONGEST_VALUE = 100

export function checkField({ description, legalValues = [] }: Partial<ContextField>) {
  if (description && description.length > LONGEST_DESCRIPTION) {
    throw invalid(`A description can have at most ${LONGEST_DESCRIPTION} characters.`, 'description')
  }
  for (const legalValue of legalValues) checkLegalValue(legalValue)
  if (new Set(legalValues.map(({ value }) => value)).size < legalValues.length) {
    throw invalid('Two legal values are the same.', 'legalValues')
  }
}

export function checkLegalValue({ value }: LegalValue) {
  if (value !== '' && value.length <= LONGEST_VALUE) return
  throw invalid(`A legal value has 1 to ${LONGEST_VALUE} characters.`, 'legalValues')
}

/** Replaces the legal value in place, or appends it. */
export const withLegalValue = (values: readonly LegalValue[], wanted: LegalValue): LegalValue[] =>
  values.some(({ value }) => value === wanted.value)
    ? values.map((one) => (one.value === wanted.value ? wanted : one))
    : [...values, wanted]
