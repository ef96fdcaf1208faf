import type { CreateReleaseTemplate, ReleaseTemplate } from '@flagstaff/contract/release-templates'
import { queryOptions } from '@tanstack/react-query'
import { get, send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { t } from './messages.ts'

const shared = '/api/admin/release-plan-templates'
const owned = '/api/admin/projects/:projectId/release-templates'

/** The templates of all projects, or those of one. Plans change how often they are used, without an event of theirs. */
export const templateList = (project: string | null, archived = false) =>
  queryOptions({
    queryKey: ['release-template', 'list', project, archived],
    staleTime: 0,
    queryFn: ({ signal }) =>
      project === null
        ? get(`GET ${shared}`, { query: { archived } }, signal)
        : get(`GET ${owned}`, { params: { projectId: project }, query: { archived } }, signal),
  })

/** What flags of a project can use. */
export const usableTemplates = (project: string) =>
  queryOptions({
    queryKey: ['release-template', 'usable', project],
    queryFn: ({ signal }) =>
      get(`GET ${owned}`, { params: { projectId: project }, query: { include: 'root' } }, signal),
  })

export const templateDetail = (id: string) =>
  queryOptions({
    queryKey: ['release-template', id],
    queryFn: ({ signal }) => get(`GET ${shared}/:templateId`, { params: { templateId: id } }, signal),
  })

const refresh = [['release-template']]

type Saved = {
  project: string | null
  template: CreateReleaseTemplate
  id?: string
  version?: number | undefined
}

/** Creates a template without an id, otherwise updates it; with a version, only if no other user has changed it. */
export const useSaveTemplate = () =>
  useChange<Saved>({
    run: ({ project, template, id, version }) => {
      if (id === undefined)
        return project === null
          ? send(`POST ${shared}`, { body: template })
          : send(`POST ${owned}`, { params: { projectId: project }, body: template })
      const body = { ...template, id }
      return project === null
        ? send(`PUT ${shared}/:templateId`, { params: { templateId: id }, body }, { version })
        : send(
            `PUT ${owned}/:templateId`,
            { params: { projectId: project, templateId: id }, body },
            { version },
          )
    },
    refresh,
    done: ({ template }) => t('done.saved', { name: template.name }),
  })

export const useArchiveTemplate = () =>
  useChange<ReleaseTemplate>({
    run: ({ id: templateId, project }) =>
      project
        ? send(`POST ${owned}/archive/:templateId`, { params: { projectId: project, templateId } })
        : send(`POST ${shared}/archive/:templateId`, { params: { templateId } }),
    refresh,
    done: ({ name }) => t('done.archived', { name }),
  })

export const useReviveTemplate = () =>
  useChange<ReleaseTemplate>({
    run: ({ id: templateId, project }) =>
      project
        ? send(`POST ${owned}/revive/:templateId`, { params: { projectId: project, templateId } })
        : send(`POST ${shared}/revive/:templateId`, { params: { templateId } }),
    refresh,
    done: ({ name }) => t('done.revived', { name }),
    toastErrors: true,
  })

export const useDeleteTemplate = () =>
  useChange<ReleaseTemplate>({
    run: ({ id: templateId, project }) =>
      project
        ? send(`DELETE ${owned}/:templateId`, { params: { projectId: project, templateId } })
        : send(`DELETE ${shared}/:templateId`, { params: { templateId } }),
    refresh,
    done: ({ name }) => t('done.deleted', { name }),
  })
