import type { AdoptApiToken } from '@flagstaff/contract/tokens'
import { invalid } from '../../../platform/errors.ts'
import { markerOf, type Reach, reachOf, readScope } from '../rules.ts'
import { digestOf, mask, newSelector, selectorIn } from '../secrets.ts'

/** A token from another server, without its secret. */
export type Adopted = {
  id: string
  digest: string
  masked: string
  environment: string
  reach: Reach
}

/** Parses the token to adopt: from its secret, which contains its scope, or from its digest. */
export function readAdoption(body: AdoptApiToken): Adopted {
  const { secret, digest } = body
  if (secret !== undefined && digest === undefined) return fromText(body, secret)
  if (digest !== undefined && secret === undefined) return fromDigest(body, digest)
  throw invalid('Send either the secret or the digest, its SHA-256.', 'secret')
}

function fromText(body: AdoptApiToken, secret: string): Adopted {
  const scope = readScope(secret)
  if (!scope) throw invalid('A token has the form project:environment.secret.', 'secret')
  const { project, environment } = scope
  if (environment === '*')
    throw invalid('Admin tokens cannot be adopted. List them in INIT_ADMIN_API_TOKENS.', 'secret')
  if (body.environment !== undefined && body.environment !== environment)
    throw invalid(`The secret is for the environment ${environment}.`, 'environment')
  return {
    id: selectorIn(secret) ?? newSelector(),
    digest: digestOf(secret).toString('hex'),
    masked: mask(secret),
    environment,
    reach: reachIn(project, body.projects),
  }
}

/** The project part of a token is one project, `*` for all, or `[]` for a list that the text does not contain. */
function reachIn(project: string, projects: string[] | undefined): Reach {
  if (project === '[]') {
    if (projects) return reachOf({ projects })
    throw invalid(
      'The secret does not say which projects the token is for. List them in projects.',
      'projects',
    )
  }
  const reach = reachOf({ project })
  if (projects && markerOf(reachOf({ projects })) !== project)
    throw invalid(`The secret is for the project ${project}.`, 'projects')
  return reach
}

function fromDigest({ environment, projects, masked }: AdoptApiToken, digest: string): Adopted {
  if (environment === undefined) throw invalid('A digest needs the environment of the token.', 'environment')
  if (projects === undefined) throw invalid('A digest needs the projects of the token.', 'projects')
  const reach = reachOf({ projects })
  const scope = `${markerOf(reach)}:${environment}.`
  const shown = masked ?? `${scope}…`
  // At most the scope, the selector and four characters, since this text is stored in plain text.
  if (!shown.startsWith(scope) || !/^(v2_[\w-]{22}_)?…[\w-]{0,4}$/.test(shown.slice(scope.length)))
    throw invalid(`masked has the form ${scope}…, with at most four characters after it.`, 'masked')
  return { id: selectorIn(shown) ?? newSelector(), digest, masked: shown, environment, reach }
}
