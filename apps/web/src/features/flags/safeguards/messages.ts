import { translator } from '../../../messages/messages.ts'

/** Texts of safeguards on the page of a flag. */
const messages = {
  'guard.title': 'Safeguards',
  'guard.ofPlan': 'Pause the plan when a metric passes a limit.',
  'guard.ofFlag': 'Turn the flag off in {environment} when a metric passes a limit.',
  'guard.none': 'No safeguards.',
  'guard.add': 'Add safeguard',
  'guard.addIn': 'Add safeguard in {environment}',
  'guard.above': '{metric}: {mode} above {threshold, number}',
  'guard.below': '{metric}: {mode} below {threshold, number}',
  'guard.range.hour': 'checked over the last minute',
  'guard.range.day': 'checked over the last 15 minutes',
  'guard.range.week': 'checked over the last 3 hours',
  'guard.range.month': 'checked over the last day',
  'guard.change': 'Change the safeguard for {metric}',
  'guard.delete': 'Delete the safeguard for {metric}',

  'mode.rps': 'rate per second',
  'mode.count': 'count',
  'mode.sum': 'sum',
  'mode.avg': 'average',
  'mode.p50': 'median',
  'mode.p95': '95th percentile',
  'mode.p99': '99th percentile',

  'form.new': 'Add a safeguard',
  'form.edit': 'Change a safeguard',
  'form.save': 'Save safeguard',
  'form.when': 'When the value is',
  'form.above': 'Above',
  'form.below': 'Below',
  'form.limit': 'Limit',
  'form.planText': 'The plan pauses, and its rules stay as they are. You resume it when the cause is found.',
  'form.flagText': 'The flag is turned off in {environment}. You turn it on again when the cause is found.',
  'form.compared.hour': 'Every minute, the last full minute is compared with the limit.',
  'form.compared.day': 'Every minute, the last full 15 minutes are compared with the limit.',
  'form.compared.week': 'Every minute, the last full 3 hours are compared with the limit.',
  'form.compared.month': 'Every minute, the last full day is compared with the limit.',
  'form.note':
    'Without data nothing happens. Metrics that came with a frontend token don’t count, because anyone can send them.',
  'form.missing': 'Choose a metric.',
  'form.noLimit': 'Enter a limit.',

  'delete.title': 'Delete this safeguard?',
  'delete.text': '{metric} no longer stops the rollout.',
  'delete.label': 'Delete safeguard',

  'done.saved': 'Safeguard saved',
  'done.deleted': 'Safeguard deleted',
} as const

export const t = translator(messages)
