import type { Client } from '@flagstaff/client/connect'
import type { FeatureSearchResponse, SearchFeaturesQuery } from '@flagstaff/contract/search'
import { CliError } from './exit.ts'

const PAGE = 100

/** All flags that match, page by page. */
export async function searchFlags(
  client: Client,
  query: Omit<SearchFeaturesQuery, 'limit' | 'offset'>,
): Promise<FeatureSearchResponse[]> {
  const found: FeatureSearchResponse[] = []
  for (;;) {
    const page = { ...query, sortBy: 'name', limit: String(PAGE), offset: String(found.length) }
    const { features } = await client.get('GET /api/admin/search/features', { query: page })
    found.push(...features)
    if (features.length < PAGE) return found
  }
}

/** The project of a flag. Names are unique, so the user need not know it. */
export async function projectOf(client: Client, flag: string, given: string | undefined): Promise<string> {
  if (given !== undefined) return given
  const found = (await searchFlags(client, { query: flag })).find(({ name }) => name === flag)
  if (!found) throw new CliError(`The flag ${flag} does not exist, or you don't have access to it.`)
  return found.project
}

export const pageOf = (client: Client, project: string, flag: string): string =>
  `${client.url}/projects/${encodeURIComponent(project)}/features/${encodeURIComponent(flag)}`
