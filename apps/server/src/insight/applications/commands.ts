import { CreateApplication } from '@flagstaff/contract/applications'
import Type from 'typebox'
import { notFound } from '../../platform/errors.ts'
import { command } from '../../platform/write/commands.ts'
import type { Tx } from '../../platform/write/write.ts'
import { applicationCreated, applicationsCreated } from './events.ts'
import {
  annotateApplication,
  findApplication,
  lockApplication,
  removeApplication,
  takeUnannounced,
  toApplication,
} from './queries.ts'

/** Above this number, new applications are recorded in one event: the log is append-only and must stay readable. */
const MOST_SINGLE = 10

const ApplicationName = Type.Object({ appName: Type.String({ minLength: 1, maxLength: 500 }) })

/** Sets the description of an application; creates the application if it is unknown. */
export const annotate = command({
  name: 'application.annotate',
  input: Type.Interface([CreateApplication], ApplicationName.properties),
  permission: 'UPDATE_APPLICATION',
  scope: () => ({}),
  load: (tx, { appName }) => lockApplication(tx, appName),
  async run(tx, { appName, strategies, description, url, color, icon }, before) {
    if (before && !(await isSeen(tx, appName))) throw notFound('application', appName)
    const texts = { description, url, color, icon }
    const application = await annotateApplication(tx, appName, {
      ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)),
      ...(strategies && { strategies: JSON.stringify(strategies) }),
    })
    if (!before) tx.record(applicationCreated(toApplication(application)))
  },
})

/** Deletes an application with its instances. If it still runs, its next report creates it again. */
export const forget = command({
  name: 'application.forget',
  input: ApplicationName,
  permission: 'UPDATE_APPLICATION',
  scope: () => ({}),
  async run(tx, { appName }) {
    if (await isSeen(tx, appName)) await removeApplication(tx, appName)
  },
})

/** Records applications that were seen for the first time. */
export const announce = command({
  name: 'application.announce',
  input: Type.Object({}),
  permission: 'ADMIN',
  scope: () => ({}),
  allowedWhen: ['maintenance'],
  async run(tx) {
    const byProject = Map.groupBy(await takeUnannounced(tx), ({ project }) => project)
    for (const [project, found] of byProject) {
      const applications = found.map(({ application }) => application)
      if (applications.length > MOST_SINGLE) tx.record(applicationsCreated(applications, project))
      else for (const application of applications) tx.record(applicationCreated(application, project))
    }
  },
})

const isSeen = async (tx: Tx, appName: string) =>
  (await findApplication(tx.read, tx.caller.viewer, appName)) !== undefined
