import { Link } from '@flagstaff/contract/flags'
import type { ProjectLinkTemplate } from '@flagstaff/contract/projects'
import Type from 'typebox'
import { AppError, nameTaken, notFound } from '../../platform/errors.ts'
import { ulid } from '../../platform/ulid.ts'
import { command, type Order } from '../../platform/write/commands.ts'
import type { Tx } from '../../platform/write/write.ts'
import type { Flag } from '../queries.ts'
import { lockActiveFlag } from '../target.ts'
import { linkAdded, linkRemoved, linkUpdated } from './events.ts'
import { type FlagLink, insertLinks, listLinks, removeLink, replaceLink } from './queries.ts'
import { acceptTitle, acceptUrl, fillTemplates, MOST_LINKS } from './rules.ts'

const Target = Type.Object({ project: Type.String(), flag: Type.String() })
const inProject = ({ project }: { project: string }) => ({ project })

export const createLink = command({
  name: 'link.create',
  input: Type.Interface([Target, Link], { id: Type.Optional(Type.String()) }),
  permission: 'UPDATE_FEATURE',
  scope: inProject,
  locks: ({ flag }) => ({ flags: [flag] }),
  load: lockActiveFlag,
  async run(tx, { id = ulid(), url, title }, flag) {
    const link = { id, url: acceptUrl(url), title: acceptTitle(title) }
    const others = await listLinks(tx.read, flag)
    if (others.length >= MOST_LINKS) throw tooManyLinks()
    if (!(await insertLinks(tx, [{ flag, link }]))) throw nameTaken('link', id)
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
  locks: ({ flag }) => ({ flags: [flag] }),
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
  locks: ({ flag }) => ({ flags: [flag] }),
  load: lockActiveFlag,
  async run(tx, { id }, flag) {
    const before = await findLink(tx, flag, id)
    await removeLink(tx, before)
    tx.record(linkRemoved(flag, before))
    return before
  },
  inverse: ({ project, flag }, before): Order => createLink.with({ project, flag, ...before }),
})

type Linked = { flag: Flag; links?: readonly Link[] | undefined }

/** Adds the links that new flags were sent with, or else those from the link templates of the project. */
export async function attachLinks(
  tx: Tx,
  { project, templates }: { project: string; templates: readonly ProjectLinkTemplate[] },
  flags: readonly Linked[],
) {
  const added = flags.flatMap(({ flag, links }) => {
    const accepted = links ? acceptLinks(links) : fillTemplates(templates, { project, flag: flag.name })
    return accepted.map((link) => ({ flag, link }))
  })
  if (added.length === 0) return
  // Sorted ids, so that links keep their order.
  const ids = added.map(() => ulid()).sort()
  const stored = added.map(({ flag, link }, index) => ({ flag, link: { id: ids[index] ?? ulid(), ...link } }))
  await insertLinks(tx, stored)
  for (const { flag, link } of stored) tx.record(linkAdded(flag, link))
}

function acceptLinks(links: readonly Link[]) {
  if (links.length > MOST_LINKS) throw tooManyLinks()
  return links.map(({ url, title }) => ({ url: acceptUrl(url), title: acceptTitle(title) }))
}

const tooManyLinks = () =>
  new AppError('denied', {
    reason: `A flag can have at most ${MOST_LINKS} links. Remove one before you add another.`,
  })

async function findLink(tx: Tx, flag: Flag, id: string): Promise<FlagLink> {
  const link = (await listLinks(tx.read, flag)).find((one) => one.id === id)
  if (!link) throw notFound('link', id)
  return link
}
