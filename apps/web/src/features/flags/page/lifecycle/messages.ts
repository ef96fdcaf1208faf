import { translator } from '../../../../messages/messages.ts'

/** What the page of a flag says of the stages of its life. */
const messages = {
  open: 'Lifecycle:',
  title: 'Lifecycle',
  history: 'Stages so far',
  since: 'since {day}',
  loading: 'Loading the stages…',

  'means.initial': 'The flag exists; no application has evaluated it yet.',
  'means.pre-live': 'Applications evaluate it, but not yet where it is on in production.',
  'means.live': 'Applications evaluate it in production, where it is on.',
  'means.completed': 'The decision is made. What is left is to take the flag out of the code.',
  'means.archived': 'The flag is not served any more.',

  'status.kept': 'kept',
  'status.keptVariant': 'kept, with the variant {variant}',
  'status.discarded': 'discarded',

  'next.label': 'Next step:',
  'next.code': 'evaluate it in your code',
  'next.production': 'use it in production',
  'next.rollout': 'reach 100 % in production',
  'next.complete': 'mark it as completed',
  'next.cleanUp': 'take it out of the code',
  'next.archive': 'archive it: it was not evaluated in the last two days',

  'complete.do': 'Mark as completed…',
  'complete.undo': 'Mark as not completed',
  'complete.title': 'Mark {flag} as completed',
  'complete.text':
    'It stays as it is for applications. It moves to the clean-up stage, as a reminder to take it out of the code and archive it.',
  'complete.how': 'What became of the feature?',
  'complete.kept': 'We keep it',
  'complete.keptHint': 'The code behind the flag stays, the check goes.',
  'complete.discarded': 'We discard it',
  'complete.discardedHint': 'The code behind the flag goes, and the check with it.',
  'complete.variant': 'The variant that is kept',
  'complete.noVariant': 'none in particular',
  'complete.save': 'Mark as completed',
  'done.completed': '{flag} is completed',
  'done.uncompleted': '{flag} is not completed any more',
} as const

export const t = translator(messages)
