import type { Client } from '@flagstaff/client/connect'
import type { NewChange } from '@flagstaff/contract/requests'
import Type from 'typebox'
import { EnvironmentName, ProjectName, tool } from '../tool.ts'
import { ProposedChange, toChange } from './changes.ts'

export const proposeChange = tool({
  name: 'propose_change',
  title: 'Propose a change',
  description:
    'Proposes changes of flags in one environment as a change request, which a person reviews and applies. Nothing that users get changes until then. With previewOnly, it returns what would change and how many contexts would get another result, and proposes nothing. Preview first, and show the result to the user.',
  reads: false,
  input: Type.Object({
    project: ProjectName,
    environment: EnvironmentName,
    changes: Type.Array(ProposedChange, { minItems: 1, maxItems: 20 }),
    title: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', description: 'What the changes are for.' }),
    ),
    comment: Type.Optional(
      Type.String({ minLength: 1, maxLength: 1000, pattern: '\\S', description: 'Why, for the reviewer.' }),
    ),
    submit: Type.Optional(
      Type.Boolean({
        description:
          'Ask for a review at once. Otherwise it stays a draft. The draft of a person is private; everyone who sees the project can open the one of a service account and send it to review.',
      }),
    ),
    previewOnly: Type.Optional(Type.Boolean()),
  }),
  async run(client, { project, environment, changes, title, comment, submit = false, previewOnly = false }) {
    const place = { project, environment }
    const body: NewChange[] = []
    for (const change of changes) body.push(await toChange(client, place, change))
    const params = { projectId: project, environment }
    const preview = await previewOf(client, params, body)
    if (previewOnly) return { proposed: false, ...preview }

    const { id } = await client.get(
      'POST /api/admin/projects/:projectId/environments/:environment/change-requests',
      { params, body },
    )
    const request = { projectId: project, id }
    if (title !== undefined)
      await client.call('PUT /api/admin/projects/:projectId/change-requests/:id/title', {
        params: request,
        body: { title },
      })
    if (comment !== undefined)
      await client.call('POST /api/admin/projects/:projectId/change-requests/:id/comments', {
        params: request,
        body: { text: comment },
      })
    if (submit)
      await client.call('PUT /api/admin/projects/:projectId/change-requests/:id/state', {
        params: request,
        body: { state: 'In review' },
      })
    return {
      proposed: true,
      id,
      state: submit ? 'sent to review' : 'draft',
      next: submit
        ? 'A person has to review and apply it.'
        : 'It is a draft. A person opens the page and sends it to review; then others review and apply it.',
      page: `${client.url}/projects/${encodeURIComponent(project)}/change-requests/${id}`,
      ...preview,
    }
  },
})

async function previewOf(
  client: Client,
  params: { projectId: string; environment: string },
  body: NewChange[],
) {
  const { sentences, effects, radius } = await client.get(
    'POST /api/admin/projects/:projectId/environments/:environment/change-requests/preview',
    { params, body },
  )
  return {
    changes: sentences,
    affects: effects.map(({ kind, name, environment, protected: isProtected }) => ({
      kind,
      name,
      environment,
      needsApproval: isProtected,
    })),
    blastRadius: {
      contexts: radius.contexts,
      changed: radius.changed,
      unknown: radius.unknown,
      transitions: radius.transitions,
      applications: radius.applications,
      estimate: radius.estimate,
    },
  }
}
