import type { PlanCode } from '@flagstaff/contract/code'
import type { Answer, Client, TestApp } from './kit.ts'

/** Helpers for tests of flags as code. */
export function codeKit({ as }: Pick<TestApp, 'as'>, caller: Client = as.admin) {
  const project = '/api/admin/projects/default'

  const file = (flag: string, content: object) => ({
    project: 'default',
    path: `flags/${flag}.yaml`,
    content: { flag, ...content },
  })
  const plan = async (body: object): Promise<Answer['body']> => {
    const given: Partial<PlanCode> = { owner: 'shop', config: { default: {} }, flags: [], ...body }
    const answer = await caller.post('/api/admin/code/plan', given)
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    return answer.body
  }
  /** The last line of the progress. */
  const apply = async (id: string, options: object = {}): Promise<Answer['body']> => {
    const answer = await caller.post(`/api/admin/code/plans/${id}/apply`, options)
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    return JSON.parse(String(answer.body).trim().split('\n').at(-1) ?? '')
  }
  const planAndApply = async (body: object) => {
    const { id, errors } = await plan(body)
    if (errors.length > 0) throw new Error(JSON.stringify(errors))
    const done = await apply(id)
    if (done.error) throw new Error(JSON.stringify(done.error))
    return done
  }
  const state = async (flag: string, environment: string): Promise<Answer['body']> =>
    (await as.viewer.get(`${project}/features/${flag}/environments/${environment}`)).body
  const turn = (flag: string, to: 'on' | 'off', environment = 'production') =>
    as.editor.post(`${project}/features/${flag}/environments/${environment}/${to}`)
  return { project, file, plan, apply, planAndApply, state, turn }
}
