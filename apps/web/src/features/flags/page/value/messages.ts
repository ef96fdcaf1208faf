import { translator } from '../../../../messages/messages.ts'

/** Texts about the value of a flag. */
const messages = {
  'value.title': 'Value',
  'value.text':
    'The type of the value that applications receive. Payloads of variants are checked against it.',
  'value.type': 'Value type',
  'value.typeHint': 'What applications receive.',
  'value.boolean': 'Boolean',
  'value.string': 'String',
  'value.integer': 'Integer',
  'value.float': 'Decimal',
  'value.object': 'Object',
  'value.default': 'Default value',
  'value.defaultHint': 'Used in code while the flag is off.',
  'value.schema': 'JSON Schema',
  'value.schemaHint': 'Optional. Checked on every write.',
  'value.infer': 'Infer from values',
  'value.fault': '{path} {message}.',
  'value.it': 'It',
  'value.check': 'Correct the value first.',
  'value.variants': 'Variants',
  'value.variantsText':
    '{wrong, plural, =0 {All payloads fit.} one {# payload does not fit. Change it before you save the type.} other {# payloads do not fit. Change them before you save the type.}}',
  'value.noVariants': 'No rule has variants yet. Add a variant with a payload to a rule to serve a value.',
  'value.valid': 'Valid',
  'value.noPayload': 'no payload',
  'value.sdks': 'SDKs receive integers and decimals as number payloads, and objects as JSON payloads.',
} as const

export const t = translator(messages)
