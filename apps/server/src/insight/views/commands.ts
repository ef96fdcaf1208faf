import { SaveView, ViewId } from '@flagstaff/contract/views'
import { accountOf } from '../../people/tokens/index.ts'
import { limitReached, notFound } from '../../platform/errors.ts'
import { command } from '../../platform/write/commands.ts'
import { countViews, removeView, replaceView } from './queries.ts'

const MOST_VIEWS = 50

// Saved views are personal, so they are not in the event log.

export const saveView = command({
  name: 'view.save',
  input: SaveView,
  permission: 'authenticated',
  scope: ({ project }) => ({ project: project ?? undefined }),
  allowedWhen: ['archived'],
  async run(tx, input) {
    const userId = accountOf(tx.caller)
    const view = await replaceView(tx, userId, { ...input, name: input.name.trim() })
    if ((await countViews(tx, userId)) > MOST_VIEWS) throw limitReached('saved views', MOST_VIEWS)
    return view
  },
})

export const deleteView = command({
  name: 'view.delete',
  input: ViewId,
  permission: 'authenticated',
  scope: () => ({}),
  async run(tx, { id }) {
    const removed = await removeView(tx, accountOf(tx.caller), id)
    if (!removed) throw notFound('view', String(id))
    return removed
  },
})
