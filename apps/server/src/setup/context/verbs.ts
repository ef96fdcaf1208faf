import type { ContextField, LegalValue, UpdateContextField } from '@flagstaff/contract/context'
import { inUse, nameTaken, notFound } from '../../platform/errors.ts'
import { checkName } from '../../platform/names.ts'
import { sees } from '../../platform/write/actor.ts'
import type { Tx } from '../../platform/write/write.ts'
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

// Shared by the commands for global and project context fields, which differ only in their permissions.

export type Key = { name: string; project?: string | undefined }

/** Without a project in the key, fields of any project match, as paths without a project require. */
export async function lockField(tx: Tx, { name, project }: Key): Promise<ContextField> {
  const field = await lockContextField(tx, name)
  const isBound = project === undefined || field?.project === project
  if (!field || !isBound || !sees(tx.caller.viewer, field.project)) throw notFound('context field', name)
  return field
}

/** Reads the field without a lock, to find the project it belongs to. */
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

/** Replaces all editable fields; fields that are not sent get their default. */
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

/** The new legal values, if they changed. */
export type Changed = { legal?: string[] }

async function change(tx: Tx, before: ContextField, wanted: ContextField): Promise<Changed> {
  if (editable.every((key) => JSON.stringify(wanted[key]) === JSON.stringify(before[key]))) return {}
  tx.record(contextFieldUpdated(before, await replaceContextField(tx, wanted)))
  const [legal, former] = [wanted, before].map((one) => (one.legalValues ?? []).map(({ value }) => value))
  return String(legal) === String(former) ? {} : { legal: legal ?? [] }
}
