import { randomUUID } from 'node:crypto'
import { type contract, DAY_SECONDS, type FileAnswer, type InputOf, type OutputOf, PROFILE_LINK_SECONDS } from '@weft/contract'
import { type AccountDb, type Db, evenIfOvertaken } from '../../../db/client.ts'
import { type Actor, mayTouchNetwork, requireRight } from '../../../kernel/actor.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { after, type Clock, unix } from '../../../kernel/clock.ts'
import { token } from '../../../kernel/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { digest } from '../../../kernel/secrets.ts'
import { audit, auditSystem } from '../../foundation/audit/audit.service.ts'
import type { AuthorityService } from '../../foundation/authority/authority.service.ts'
import type { BudgetService } from '../../foundation/budget/budget.service.ts'
import type { IdentifyService } from '../../identity/session/identify.service.ts'
import { systemName } from '../../identity/session/session.service.ts'
import { resolveMembers } from '../member/member.service.ts'
import { profileLinkMade, profileTakenByLink } from './profile.audit.ts'
import * as queries from './profile-link.queries.ts'
import { groundsOf, profileFor } from './profile.service.ts'

type Call = typeof contract.memberFiles

/** Seconds for which a link that is over is kept, so that its maker and who opens it learn what became of it. */
const KEPT_SECONDS = DAY_SECONDS

export type ProfileLinkService = ReturnType<typeof createProfileLinkService>

/**
 * Creates the service of links that give the profile of a member once. Such a link is the download of its maker, put off: it works as long
 * as the maker's session has not ended and the maker might download the profile at that moment.
 */
export function createProfileLinkService({
  db,
  clock,
  authorities,
  budgets,
  identify,
}: {
  db: Db
  clock: Clock
  authorities: AuthorityService
  budgets: Pick<BudgetService, 'take' | 'giveBack'>
  identify: Pick<IdentifyService, 'bySessionAway'>
}) {
  /** @throws profileLinkInvalid if the maker of a link might not download the profile now */
  async function requireMaker(session_id: string, address: string): Promise<Actor> {
    try {
      const maker = await identify.bySessionAway(session_id, address)
      requireRight(maker, 'member.edit')
      return maker
    } catch (error) {
      throw error instanceof Refusal ? new Refusal('profileLinkInvalid') : error
    }
  }

  return {
    /** Makes a link, and ends those that the same login made to the same profile. @throws as the download of the profile */
    async make(account: AccountDb, actor: Actor, input: InputOf<Call['profile_link']>): Promise<OutputOf<Call['profile_link']>> {
      const { network_name } = await groundsOf(account, input)
      const { router_name, network_number } = input
      const { login_id, session_id } = actor
      const [link_id, made, now] = [randomUUID(), token(), clock.now()]
      const expire_time = after(now, PROFILE_LINK_SECONDS)
      await queries.endLinks(account, { ...input, login_id }, now)
      const link = { link_hash: digest(made), link_id, account_id: account.account_id, network_number, router_name, login_id, session_id }
      await queries.insertLink(account, { ...link, create_time: now, expire_time })
      await audit(account, actor, profileLinkMade(router_name, { network_number, network_name }))
      return { link_id, token: made, expire_time: unix(expire_time) }
    },

    /** @throws profileLinkNotFound */
    async state(account: AccountDb, { router_name, link_id }: InputOf<Call['profile_link_state']>) {
      const state = await queries.linkState(account, router_name, link_id)
      if (!state) throw new Refusal('profileLinkNotFound')
      return state
    },

    /**
     * Gives the profile for a token, once. A link whose profile cannot be made stays unused.
     * @throws budgetSpent, profileLinkInvalid, profileLinkUsed, as the download of the profile
     */
    async use({ address, language, user_agent }: Caller, { token: given }: InputOf<Call['profile_link_use']>): Promise<FileAnswer> {
      const who = { address, language }
      await budgets.take('profile_link_token', who)
      const link_hash = digest(given)
      const link = await queries.findLink(db.systemNow, link_hash)
      if (!link) throw new Refusal('profileLinkInvalid')
      const { account_id, router_name, network_number, username } = link
      if (link.use_time !== null) throw new Refusal('profileLinkUsed')
      if (link.expire_time <= unix(clock.now())) throw new Refusal('profileLinkInvalid')
      const maker = await requireMaker(link.session_id, address)
      const system = systemName(user_agent) ?? ''
      const file = await evenIfOvertaken(() =>
        db.account(account_id, 'write', async (account) => {
          if (!(await queries.takeLink(account, link_hash, clock.now(), system))) throw new Refusal('profileLinkUsed')
          const seen = await resolveMembers(account, [router_name], maker)
          if (!seen.has(router_name) || !mayTouchNetwork(maker, network_number)) throw new Refusal('profileLinkInvalid')
          const made = await profileFor(authorities, account, { router_name, network_number })
          const { network_name } = made
          await auditSystem(
            account,
            account_id,
            profileTakenByLink(router_name, { network_number, network_name }, username, { system, address }),
          )
          return made.file
        }),
      )
      await budgets.giveBack('profile_link_token', who)
      return file
    },

    deleteExpired: (): Promise<void> => queries.deleteLinks(db.systemNow, after(clock.now(), -KEPT_SECONDS)),
  }
}
