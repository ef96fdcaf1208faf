import type { Scenario } from './player.ts'
import { archive } from './scenarios/archive.ts'
import { auth, invitations } from './scenarios/auth.ts'
import { client } from './scenarios/client.ts'
import { context, projectContext } from './scenarios/context.ts'
import { dependencies } from './scenarios/dependencies.ts'
import { environments } from './scenarios/environments.ts'
import { evaluation } from './scenarios/evaluation.ts'
import { events } from './scenarios/events.ts'
import { favourites } from './scenarios/favourites.ts'
import { featureTypes } from './scenarios/feature-types.ts'
import { flags } from './scenarios/flags.ts'
import { frontend } from './scenarios/frontend.ts'
import { immediateReads } from './scenarios/immediate-reads.ts'
import { importExport } from './scenarios/import-export.ts'
import { instance } from './scenarios/instance.ts'
import { integrations } from './scenarios/integrations.ts'
import { lifecycle } from './scenarios/lifecycle.ts'
import { links } from './scenarios/links.ts'
import { metrics } from './scenarios/metrics.ts'
import { permissions } from './scenarios/permissions.ts'
import { playground } from './scenarios/playground.ts'
import { projects } from './scenarios/projects.ts'
import { reviews } from './scenarios/reviews.ts'
import { roundTrip } from './scenarios/round-trip.ts'
import { rules } from './scenarios/rules.ts'
import { search } from './scenarios/search.ts'
import { segments } from './scenarios/segments.ts'
import { strategies } from './scenarios/strategies.ts'
import { switches } from './scenarios/switches.ts'
import { tags, tagTypes } from './scenarios/tags.ts'
import { personalTokens, tokens } from './scenarios/tokens.ts'
import { me, users } from './scenarios/users.ts'
import { importedStickiness, variantsWithoutGroup } from './scenarios/variant-choice.ts'
import { variants } from './scenarios/variants.ts'

/** The order matters: later scenarios read data of earlier ones, such as events and usage. */
export const scenarios: Scenario[] = [
  flags,
  rules,
  switches,
  variants,
  archive,
  segments,
  context,
  projectContext,
  environments,
  featureTypes,
  favourites,
  tagTypes,
  tags,
  strategies,
  dependencies,
  links,
  lifecycle,
  search,
  events,
  tokens,
  personalTokens,
  users,
  me,
  auth,
  invitations,
  client,
  frontend,
  metrics,
  evaluation,
  variantsWithoutGroup,
  importedStickiness,
  immediateReads,
  reviews,
  playground,
  importExport,
  roundTrip,
  projects,
  instance,
  integrations,
  permissions,
]
