import { Link } from '@flagstaff/contract/flags'
import Type from 'typebox'
import { command, type Order } from '../../platform/commands.ts'
import { AppError, nameTaken, notFound } from '../../platform/errors.ts'
import { ulid } from '../../platform/ulid.ts'
import type { Tx } from '../../platform/write.ts'
import type { Flag } from '../queries.ts'
import { lockActiveFlag } from '../target.ts'
import { linkAdded, linkRemoved, linkUpdated } from './events.ts'
import {
  type FlagLink,
  insertLinks,
  listLinks,
  listLinkTemplates,
  removeLink,
  replaceLink,
} from './queries.ts'
import { acceptTitle, acceptUrl, fillTemplates, MOST_LINKS } from './rules.ts'

const Target = Type.Object({ project: Type.String(), flag: Type.String() })
const inProject = ({ project }: { project: string }) => ({ project })

export const createLink = command({
  name: 'link.create',
  input: Type.Interface([Target, Link], { id: Type.Optional(Type.String()) }),
  permission: 'UPDATE_FEATURE',
  scope: inProject,
  load: lockActiveFlag,
  async run(tx, { id = ulid(), url, title }, flag) {
    const link = { id, url: acceptUrl(url), title: acceptTitle(title) }
    const others = await listLinks(tx.read, flag)
    if (others.length >= MOST_LINKS) {
      throw new AppError('denied', {
        reason: `A flag has at most ${MOST_LINKS} links. Remove one before you add another.`,
      })
    }
    if (!(await insertLinks(tx, flag, [link]))) throw nameTaken('link', id)
    tx.record(linkAdded(flag, link))
    return link
  },
  inverse: ({ project, flag }, { id }): Order => deleteLink.with({ project, flag, id }),
})

export const updateLink = command({
  name: 'link.update',
  input: Type.Interface([Target, Link], { id: Type.String() }),
  permission: 'UPDATE_FEATURE',
  scope: inProject,
  load: lockActiveFlag,
  async run(tx, { id, url, title }, flag) {
    const before = await findLink(tx, flag, id)
    const link = { id, url: acceptUrl(url), title: acceptTitle(title) }
    await replaceLink(tx, link)
    tx.record(linkUpdated(flag, before, link))
    return before
  },
  inverse: ({ project, flag }, before): Order => updateLink.with({ project, flag, ...before }),
})

export const deleteLink = command({
  name: 'link.delete',
  input: Type.Interface([Target], { id: Type.String() }),
  permission: 'UPDATE_FEATURE',
  scope: inProject,
  load: lockActiveFlag,
  async run(tx, { id }, flag) {
    const before = await findLink(tx, flag, id)
    await removeLink(tx, before)
    tx.record(linkRemoved(flag, before))
    return before
  },
  inverse: ({ project, flag }, before): Order => createLink.with({ project, flag, ...before }),
})

/** The links that the project gives each of its new flags. */
export async function addTemplateLinks(tx: Tx, flag: Flag) {
  const templates = await listLinkTemplates(tx, flag.project)
  const filled = fillTemplates(templates, { project: flag.project, flag: flag.name })
  if (filled.length === 0) return
  // Sorted, so that they keep the order of the templates.
  const ids = filled.map(() => ulid()).sort()
  const links = filled.map((link, index) => ({ id: ids[index] ?? ulid(), ...link }))
  await insertLinks(tx, flag, links)
  for (const link of links) tx.record(linkAdded(flag, link))
}

async function findLink(tx: Tx, flag: Flag, id: string): Promise<FlagLink> {
  const link = (await listLinks(tx.read, flag)).find((one) => one.id === id)
  if (!link) throw notFound('link', id)
  return link
}
