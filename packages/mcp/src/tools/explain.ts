import Type from 'typebox'
import { EnvironmentName, FlagName, Moment, ProjectName, projectOf, ToolError, tool } from '../tool.ts'

const known = new Set(['appName', 'currentTime', 'remoteAddress', 'sessionId', 'userId'])

export const explain = tool({
  name: 'explain',
  title: 'Explain a flag',
  description:
    'Evaluates a flag for a context, now or at a moment in the past, and returns the value with the reason for each rule and constraint.',
  reads: true,
  input: Type.Object({
    flag: FlagName,
    environment: EnvironmentName,
    project: Type.Optional(ProjectName),
    context: Type.Optional(
      Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 500 }), {
        maxProperties: 50,
        description: 'Context fields, such as {"userId": "42", "country": "no"}.',
      }),
    ),
    at: Type.Optional(Moment),
  }),
  async run(client, { flag, environment, project, context = {}, at }) {
    const projectId = await projectOf(client, flag, project)
    const part = (isKnown: boolean) =>
      Object.fromEntries(Object.entries(context).filter(([name]) => known.has(name) === isKnown))
    const answer = await client.get('POST /api/admin/playground', {
      body: {
        environment,
        projects: [projectId],
        features: [flag],
        context: { appName: 'flagstaff-mcp', ...part(true), properties: part(false) },
        explain: 'tree',
        ...(at === undefined ? {} : { at }),
      },
    })
    const [found] = answer.features
    if (!found) throw new ToolError(`The flag ${flag} did not exist in ${environment} then.`)
    return {
      flag,
      environment,
      asOf: answer.asOf,
      isEnabled: found.isEnabled,
      variant: found.variant?.enabled ? found.variant.name : undefined,
      reason: found.reason,
      explanation: found.explanation,
      changedSince: answer.changes,
    }
  },
})
