import { MOST_COMMENTS, WriteComment } from '@flagstaff/contract/people'
import { handlesIn } from '@flagstaff/rules/mentions'
import Type from 'typebox'
import { holdFlag } from '../../flags/index.ts'
import { listMentioned } from '../../people/access/index.ts'
import { accountOf } from '../../people/tokens/index.ts'
import { AppError, forbidden, invalid, limitReached, notFound } from '../../platform/errors.ts'
import { command } from '../../platform/write/commands.ts'
import { lockCount } from '../../platform/write/locks.ts'
import type { Tx } from '../../platform/write/write.ts'
import { insertWatcher } from '../watching/index.ts'
import { commentDeleted, commentEvent } from './events.ts'
import {
  type Comment,
  countComments,
  insertComment,
  lockComment,
  removeComment,
  replaceComment,
} from './queries.ts'

type Place = { project: string; flag: string }
const Target = Type.Object({ project: Type.String(), flag: Type.String() })
const OneComment = Type.Interface([Target], { id: Type.Integer() })
const inProject = ({ project }: Place) => ({ project })

/** Who comments on a flag watches it from then on. */
export const addComment = command({
  name: 'comment.add',
  input: Type.Interface([Target, WriteComment], {}),
  permission: 'authenticated',
  scope: inProject,
  openToProposers: () => true,
  async run(tx, { project, flag, text }) {
    const userId = accountOf(tx.caller)
    const { tags } = await holdActive(tx, { project, flag })
    await lockCount(tx, `comments of ${flag}`)
    if ((await countComments(tx, flag)) >= MOST_COMMENTS)
      throw limitReached('comments on this flag', MOST_COMMENTS)
    const content = await acceptText(tx, project, text)
    const id = await insertComment(tx, flag, content)
    if (tx.actor.type === 'user') await insertWatcher(tx, userId, flag)
    tx.record(commentEvent('feature-comment-added', { project, flag, tags, commentId: id }, content.mentions))
    return id
  },
})

/** Notifies only the people who were not mentioned before. */
export const updateComment = command({
  name: 'comment.update',
  input: Type.Interface([OneComment, WriteComment], {}),
  permission: 'authenticated',
  scope: inProject,
  async run(tx, { project, flag, id, text }) {
    const userId = accountOf(tx.caller)
    const { tags } = await holdActive(tx, { project, flag })
    const before = await findComment(tx, flag, id)
    if (before.user_id !== userId) throw forbidden('You can edit only your own comments.')
    const content = await acceptText(tx, project, text)
    if (content.text === before.text) return id
    // Once mentioned stays stored, so that nobody is notified again by a mention that goes and comes back.
    const mentions = [...new Set([...before.mentions, ...content.mentions])]
    await replaceComment(tx, id, { text: content.text, mentions })
    const added = content.mentions.filter((one) => !before.mentions.includes(one))
    tx.record(commentEvent('feature-comment-updated', { project, flag, tags, commentId: id }, added))
    return id
  },
})

/** Cannot be undone, so that a secret in a comment is gone; also when its flag or project is archived. */
export const deleteComment = command({
  name: 'comment.delete',
  input: OneComment,
  permission: 'authenticated',
  scope: inProject,
  allowedWhen: ['archived'],
  async run(tx, { project, flag, id }) {
    const { tags } = await holdExisting(tx, { project, flag })
    const before = await findComment(tx, flag, id)
    const isOwn = tx.caller.viewer.userId === before.user_id
    if (!isOwn && !tx.caller.may('UPDATE_PROJECT', { project }))
      throw forbidden('You can delete only your own comments, unless you can update the project.')
    await removeComment(tx, id)
    tx.record(commentDeleted({ project, flag, tags, commentId: id }, before.user_name))
  },
})

async function holdExisting(tx: Tx, { project, flag }: Place) {
  const found = await holdFlag(tx, project, flag)
  if (!found) throw notFound('flag', flag)
  return found
}

async function holdActive(tx: Tx, place: Place) {
  const found = await holdExisting(tx, place)
  if (found.archived) throw new AppError('archivedFlag', { name: place.flag })
  return found
}

async function findComment(tx: Tx, flag: string, id: number): Promise<Comment> {
  const comment = await lockComment(tx, flag, id)
  if (!comment) throw notFound('comment', String(id))
  return comment
}

/** The trimmed text, and the people it mentions. Others than those who can see the project cannot be mentioned. */
async function acceptText(tx: Tx, project: string, input: string) {
  const text = input.trim()
  if (text === '') throw invalid('Write a text.', 'text')
  const handles = handlesIn(text)
  const people = handles.length > 0 ? await listMentioned(tx.read, project, handles) : []
  return { text, mentions: people.map(({ id }) => id) }
}
