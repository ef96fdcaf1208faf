import type { ContextField, LegalValue, UpdateContextField } from '@flagstaff/contract/context'
import { sees } from '../platform/actor.ts'
import { inUse, nameTaken, notFound } from '../platform/errors.ts'
import { checkName } from '../platform/names.ts'
import type { Tx } from '../platform/write.ts'
import { contextFieldCreated, contextFieldDeleted, contextFieldUpdated } from './events.ts'
import {
  countUses,
  findContextField,
  insertContextField,
  lockContextField,
  removeContextField,
  replaceContextField,
} from './queries.ts'
import { checkField, checkLegalValue, withLegalValue } from './rules.ts'

// What happens to a field is the same whether it belongs to the installation or to a project; only who may do it
// differs, and that is what the commands say.

export type Key = { name: string; project?: string | undefined }

/** Undefined projects match every field: paths without a project name fields of any. */
export async function lockField(tx: Tx, { name, project }: Key): Promise<ContextField> {
  const field = await lockContextField(tx, name)
  const isBound = project === undefined || field?.project === project
  if (!field || !isBound || !sees(tx.caller.viewer, field.project)) throw notFound('context field', name)
  return field
}

/** Without holding it, for finding out where it belongs. */
export async function readField(tx: Tx, { name, project }: Key): Promise<ContextField> {
  const field = await findContextField(tx.read, tx.caller.viewer, name)
  if (!field || (project !== undefined && field.project !== project)) throw notFound('context field', name)
  return field
}

export async function create(tx: Tx, input: ContextField): Promise<ContextField> {
  checkName('context field', input.name)
  checkField(input)
  const field = await insertContextField(tx, input)
  if (!field) throw nameTaken('context field', input.name)
  tx.record(contextFieldCreated(field))
  return field
}

/** Replaces all that can be changed; what is not sent falls back to its default. */
export async function update(tx: Tx, input: UpdateContextField, before: ContextField) {
  checkField(input)
  const {
    description = null,
    legalValues = [],
    stickiness = false,
    sortOrder = 0,
    valueType = 'string',
  } = input
  return change(tx, before, { ...before, description, legalValues, stickiness, sortOrder, valueType })
}

export async function putLegalValue(tx: Tx, legalValue: LegalValue, before: ContextField) {
  checkLegalValue(legalValue)
  return change(tx, before, { ...before, legalValues: withLegalValue(before.legalValues ?? [], legalValue) })
}

export async function dropLegalValue(tx: Tx, value: string, before: ContextField) {
  const legalValues = (before.legalValues ?? []).filter((one) => one.value !== value)
  return change(tx, before, { ...before, legalValues })
}

export async function remove(tx: Tx, field: ContextField) {
  const { rules, segments } = await countUses(tx, field.name)
  if (rules + segments > 0) {
    throw inUse('context field', field.name, `${rules} strategies and ${segments} segments`)
  }
  await removeContextField(tx, field.name)
  tx.record(contextFieldDeleted(field))
}

const editable = ['description', 'legalValues', 'stickiness', 'sortOrder', 'valueType'] as const

/** The legal values now, if the change was about them. */
export type Changed = { legal?: string[] }

async function change(tx: Tx, before: ContextField, wanted: ContextField): Promise<Changed> {
  if (editable.every((key) => JSON.stringify(wanted[key]) === JSON.stringify(before[key]))) return {}
  tx.record(contextFieldUpdated(before, await replaceContextField(tx, wanted)))
  const [legal, former] = [wanted, before].map((one) => (one.legalValues ?? []).map(({ value }) => value))
  return String(legal) === String(former) ? {} : { legal: legal ?? [] }
}
