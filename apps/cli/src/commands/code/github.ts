import { appendFileSync, readFileSync } from 'node:fs'

type Comment = { id: number; body?: string }
type Place = { api: string; repository: string; number: number; token: string }

/**
 * Writes the plan as one comment on the pull request, and updates it the next time. If that is not possible, it is
 * added to the summary of the job. Returns what was done.
 */
export async function commentOnGithub(owner: string, plan: string): Promise<string> {
  const marker = `<!-- flagstaff plan ${owner.replaceAll('--', '')} -->`
  const body = `${marker}\n### Flags of ${owner}\n\n\`\`\`\n${plan.replaceAll('```', "'''")}\n\`\`\`\n`
  const place = findPlace()
  if (place)
    try {
      return await putComment(place, marker, body)
    } catch (error) {
      return addSummary(body, error instanceof Error ? error.message : String(error))
    }
  return addSummary(body, 'GITHUB_TOKEN or the pull request is missing')
}

function findPlace(): Place | undefined {
  const { GITHUB_TOKEN: token, GITHUB_REPOSITORY: repository, GITHUB_EVENT_PATH: event } = process.env
  const api = process.env.GITHUB_API_URL ?? 'https://api.github.com'
  if (!token || !repository || !event) return undefined
  const { pull_request: pull } = JSON.parse(readFileSync(event, 'utf8')) as {
    pull_request?: { number?: number }
  }
  return pull?.number === undefined ? undefined : { api, repository, number: pull.number, token }
}

async function putComment(place: Place, marker: string, body: string): Promise<string> {
  const { api, repository, number } = place
  const comments = `${api}/repos/${repository}/issues/${number}/comments`
  for (let page = 1; ; page++) {
    const list = (await request(place, 'GET', `${comments}?per_page=100&page=${page}`)) as Comment[]
    const own = list.find((comment) => comment.body?.startsWith(marker))
    if (own) {
      await request(place, 'PATCH', `${api}/repos/${repository}/issues/comments/${own.id}`, { body })
      return 'Updated the comment on the pull request.'
    }
    if (list.length < 100) break
  }
  await request(place, 'POST', comments, { body })
  return 'Commented on the pull request.'
}

async function request({ token }: Place, method: string, url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`GitHub responded with ${response.status}`)
  return response.json()
}

function addSummary(body: string, reason: string): string {
  const file = process.env.GITHUB_STEP_SUMMARY
  if (!file) return `There is no comment on the pull request: ${reason}.`
  appendFileSync(file, body)
  return `The plan is in the summary of the job: ${reason}.`
}
