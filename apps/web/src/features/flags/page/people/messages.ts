import { translator } from '../../../../messages/messages.ts'

/** Texts of the owner, the watchers and the comments of a flag. */
const messages = {
  'owner.label': 'Owner',
  'owner.none': 'No owner',
  'owner.edit': 'Change owner',
  'owner.title': 'Owner of {flag}',
  'owner.text':
    'The owner is responsible for the flag, and is notified when it changes or a rollout stops. If a group owns it, all of its members are.',
  'owner.field': 'Person or group',
  'owner.people': 'People who can see the project',
  'owner.groups': 'Groups',
  'owner.nothing': 'No person or group has this name.',
  'owner.loading': 'Loading…',
  'owner.save': 'Set owner',
  'owner.done': 'Owner updated',

  'watch.do': 'Watch flag',
  'watch.undo': 'Stop watching',
  'watch.key': 'Watch or stop watching',
  'watch.done': 'You are notified when {flag} changes',
  'watch.undone': 'You no longer watch {flag}',

  'comments.title': 'Comments',
  'comments.list': 'Comments, oldest first',
  'comments.none': 'No comments yet',
  'comments.noneText': 'Ask a question, or write down why a rollout waits. @ mentions a person.',
  'comments.older': 'Show older comments',
  'comments.edited': 'edited',
  'comments.editedAt': 'Edited {moment}',
  'comments.edit': 'Edit comment',
  'comments.delete': 'Delete comment',
  'comments.deleteTitle': 'Delete this comment?',
  'comments.deleteText': 'The text is removed for everyone. This can’t be undone.',
  'comments.deleted': 'Comment deleted',
  'comments.field': 'Comment',
  'comments.placeholder': 'Write a comment; @ mentions a person',
  'comments.hint': 'Commenting makes you watch the flag.',
  'comments.add': 'Add comment',
  'comments.save': 'Save comment',
  'comments.cancel': 'Cancel',
  'comments.empty': 'Enter a comment.',
  'comments.suggestions': 'People to mention',
  'comments.found':
    '{count, plural, =0 {Nobody found} one {# person found, choose with Enter} other {# people found, choose with the arrow keys and Enter}}',
} as const

export const t = translator(messages)
