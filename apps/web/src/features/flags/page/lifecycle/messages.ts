import { translator } from '../../../../messages/messages.ts'

/** Texts about the lifecycle on the flag page. */
const messages = {
  open: 'Lifecycle:',
  title: 'Lifecycle',
  history: 'Stages so far',
  since: 'since {day}',
  loading: 'Loading the stages…',

  'means.initial': 'The flag exists; no application has evaluated it yet.',
  'means.pre-live': 'Applications evaluate it, but not yet in a production environment where it’s on.',
  'means.live': 'Applications evaluate it in production, where it’s on.',
  'means.completed': 'The decision is made. Next, remove the flag from the code.',
  'means.archived': 'The flag is no longer served.',

  'status.kept': 'kept',
  'status.keptVariant': 'kept, with the variant {variant}',
  'status.discarded': 'discarded',

  'next.label': 'Next step:',
  'next.code': 'evaluate it in your code',
  'next.production': 'use it in production',
  'next.rollout': 'reach 100\u202f% in production',
  'next.complete': 'mark it as completed',
  'next.cleanUp': 'remove it from the code',
  'next.archive': 'archive it: it hasn’t been evaluated in the last two days',

  'complete.do': 'Mark as completed…',
  'complete.undo': 'Mark as not completed',
  'complete.title': 'Mark {flag} as completed',
  'complete.text':
    'Applications keep getting the same result. The flag moves to the clean-up stage, as a reminder to remove it from the code and archive it.',
  'complete.how': 'Outcome',
  'complete.kept': 'Keep the feature',
  'complete.keptHint': 'The feature stays. Remove the flag check.',
  'complete.discarded': 'Discard the feature',
  'complete.discardedHint': 'Remove the feature and the flag check.',
  'complete.variant': 'Variant to keep',
  'complete.noVariant': 'no specific variant',
  'complete.save': 'Mark as completed',
  'done.completed': '{flag} is completed',
  'done.uncompleted': '{flag} is no longer completed',
} as const

export const t = translator(messages)
