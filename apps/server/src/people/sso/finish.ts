import { randomUUID } from 'node:crypto'
import type { SignInProvider, Trial } from '@flagstaff/contract/sso'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { withFreshBudget } from '../../platform/database/deadline.ts'
import { AppError } from '../../platform/errors.ts'
import type { Handles } from '../../platform/http/dispatch.ts'
import type { Provisioning } from '../../platform/settings/sso-settings.ts'
import { system } from '../../platform/write/actor.ts'
import { giveSession, NOBODY, noteLogin, openSession, placeOf, sessionCookie } from '../auth/index.ts'
import { requestAccess } from '../users/index.ts'
import { admit, decide, type Vouched } from './accounts.ts'
import { clearFlow, type Flow, keepTrial } from './flows.ts'
import { type Fault, type Refusal, reasonOf, refusals, SignInFault } from './problems.ts'
import { failedTrial, finishedTrial } from './trials.ts'

const LONGEST_REASON = 300
type Exchange = { provider: SignInProvider; request: FastifyRequest; reply: FastifyReply }

/** Creates a session for an authenticated person, or reports why not. A trial only reports what would happen. */
export async function finish(
  handles: Handles,
  exchange: Exchange,
  { flow, vouched, rules }: { flow: Flow; vouched: Vouched; rules: Provisioning },
) {
  // Waiting for the provider used up time, so the database gets a fresh budget.
  return withFreshBudget(async () => {
    clearFlow(exchange.reply, handles.settings, exchange.provider)
    if (flow.purpose === 'trial') {
      const verdict = await decide(handles.read, vouched.person, rules)
      return toTrial(handles, exchange, finishedTrial(exchange.provider, vouched, verdict))
    }
    return enter(handles, exchange, { flow, vouched, rules })
  })
}

async function enter(
  handles: Handles,
  exchange: Exchange,
  { flow, vouched, rules }: { flow: Flow; vouched: Vouched; rules: Provisioning },
) {
  const { settings, write } = handles
  const { person, hint } = vouched
  const { provider, request, reply } = exchange
  const verdict = await write(system, (tx) => admit(tx, person, rules))
  if (verdict.outcome !== 'sign-in') {
    const reason = verdict.outcome === 'refuse' ? verdict.reason : 'requested'
    if (verdict.outcome === 'request') await requestAccess(write, verdict.email, placeOf(request).ip)
    await noteRefused(handles, exchange, person.email ?? NOBODY, refusals[reason])
    return toProblem(handles, exchange, reason, refusals[reason])
  }
  const session = await openSession(handles, {
    userId: verdict.account.id,
    former: request.cookies[sessionCookie(settings.insecureCookies)],
    authType: provider,
    providerHint: hint,
    ...placeOf(request),
  })
  giveSession(reply, settings, session)
  return reply.redirect(`${settings.basePath}${flow.returnTo}`, 302)
}

/** Handles errors that occur before the person is known. */
export async function fail(handles: Handles, exchange: Exchange, error: unknown, flow?: Flow) {
  // A database outage or a bug of ours is not a sign-in problem.
  if (error instanceof AppError) throw error
  const { provider, reply } = exchange
  const fault: Fault = error instanceof SignInFault ? error.fault : 'answer'
  const detail = reasonOf(error)
  return withFreshBudget(async () => {
    clearFlow(reply, handles.settings, provider)
    if (flow?.purpose === 'trial') return toTrial(handles, exchange, failedTrial(provider, detail))
    // Responses without a flow are not recorded, since anyone could flood the login history with them.
    if (flow || fault === 'provider') await noteRefused(handles, exchange, NOBODY, detail)
    return toProblem(handles, exchange, fault, detail)
  })
}

const noteRefused = ({ note }: Handles, { provider, request }: Exchange, username: string, reason: string) =>
  noteLogin(note, {
    type: 'login',
    authType: provider,
    username,
    successful: false,
    failureReason: reason.slice(0, LONGEST_REASON),
    ...placeOf(request),
  })

/** Redirects to the sign-in page with the problem; the log has the details under the same id. */
function toProblem({ settings }: Handles, exchange: Exchange, problem: Fault | Refusal, detail: string) {
  const id = randomUUID()
  const { provider, request, reply } = exchange
  request.log.info({ id, provider, problem, detail }, 'a sign-in through a provider was refused')
  return reply.redirect(`${settings.basePath}/login?problem=${problem}&id=${id}`, 302)
}

async function toTrial({ settings, note }: Handles, { provider, reply }: Exchange, trial: Trial) {
  const key = await keepTrial(note, trial)
  return reply.redirect(`${settings.basePath}/admin/auth/${provider}?tried=${key}`, 302)
}
