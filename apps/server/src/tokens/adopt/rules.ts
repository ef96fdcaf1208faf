import type { AdoptApiToken } from '@flagstaff/contract/tokens'
import { invalid } from '../../platform/errors.ts'
import { markerOf, type Reach, reachOf, readScope } from '../rules.ts'
import { digestOf, mask, newSelector, selectorIn } from '../secrets.ts'

/** A token from elsewhere, without its secret. */
export type Adopted = {
  id: string
  digest: string
  masked: string
  environment: string
  reach: Reach
}

/** The token that a request describes: by its text, which says what it opens, or by its digest. */
export function readAdoption(body: AdoptApiToken): Adopted {
  const { secret, digest } = body
  if (secret !== undefined && digest === undefined) return fromText(body, secret)
  if (digest !== undefined && secret === undefined) return fromDigest(body, digest)
  throw invalid('Send either secret, the text of the token, or digest, its SHA-256.', 'secret')
}

function fromText(body: AdoptApiToken, secret: string): Adopted {
  const scope = readScope(secret)
  if (!scope) throw invalid('The text of a token has the form project:environment.secret.', 'secret')
  const { project, environment } = scope
  if (environment === '*')
    throw invalid('Admin tokens cannot be adopted. Name them in INIT_ADMIN_API_TOKENS.', 'secret')
  if (body.environment !== undefined && body.environment !== environment)
    throw invalid(`The token is for the environment ${environment}, as its text says.`, 'environment')
  return {
    id: selectorIn(secret) ?? newSelector(),
    digest: digestOf(secret).toString('hex'),
    masked: mask(secret),
    environment,
    reach: reachIn(project, body.projects),
  }
}

/** The text names one project, `*` for all, or `[]` for a list that it does not contain. */
function reachIn(project: string, projects: string[] | undefined): Reach {
  if (project === '[]') {
    if (projects) return reachOf({ projects })
    throw invalid(
      'The text of this token does not say which projects it is for. Name them in projects.',
      'projects',
    )
  }
  const reach = reachOf({ project })
  if (projects && markerOf(reachOf({ projects })) !== project)
    throw invalid(`The token is for the project ${project}, as its text says.`, 'projects')
  return reach
}

function fromDigest({ environment, projects, masked }: AdoptApiToken, digest: string): Adopted {
  if (environment === undefined)
    throw invalid('With a digest, name the environment of the token.', 'environment')
  if (projects === undefined) throw invalid('With a digest, name the projects of the token.', 'projects')
  const reach = reachOf({ projects })
  const scope = `${markerOf(reach)}:${environment}.`
  const shown = masked ?? `${scope}…`
  // Never more than the scope, the selector and four characters: this text is stored as it is.
  if (!shown.startsWith(scope) || !/^(v2_[\w-]{22}_)?…[\w-]{0,4}$/.test(shown.slice(scope.length)))
    throw invalid(`masked has the form ${scope}…, with at most four characters after it.`, 'masked')
  return { id: selectorIn(shown) ?? newSelector(), digest, masked: shown, environment, reach }
}
