import { contract } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteLogin } from '../../src/domains/identity/session/login.service.ts'
import { hashPassword } from '../../src/kernel/secrets.ts'
import { type Receiver, startReceiver } from '../webhook-receiver.ts'
import { createWorld, type World } from '../world.ts'
import { prove, signedInLongAgo } from '../credential-fixtures.ts'
import { anAccessKey } from './access-samples.ts'
import { type Bearer, byKey, namedIn, naming, send, statusOf, type Reply } from './cases.ts'
import { consoleTable, type Expected, type Named, type Right, rights, subAccountCode, type Who } from './expected.ts'
import { aCast, aLink, CANARY, type Caller, type Cast, type Login } from './people.ts'
import { type Keeper, openAsKeeper } from './rows.ts'
import { consoleSamples } from './samples.ts'
import { someThings, type Things } from './things.ts'

let world: World
let cast: Cast
let keeper: Keeper
let sub: string
let receiver: Receiver
async function openWorld(): Promise<void> {
  receiver = await startReceiver()
  world = await createWorld({ WEFT_EGRESS_ALLOW: receiver.host, WEFT_CALLS_FACTOR: '100' })
  cast = await aCast(world)
  keeper = await openAsKeeper(world.url)
  await keeper.noteWrites()
  const { owner } = cast.alpha
  const [named] = cast.subAccounts
  await world.asSystem(async ({ sql }) =>
    sql
      .updateTable('login')
      .set({ username: 'subalpha', password_hash: await hashPassword(owner.password) })
      .where('login_id', '=', named!.login_id)
      .execute(),
  )
  sub = `subalpha@${owner.account_number}`
}

async function closeWorld(): Promise<void> {
  await keeper.close()
  await world.close()
  receiver.close()
}

const endpoints = byKey(contract)
const MISSING: Record<Named, string> = {
  network: '9999999999',
  member: 'NOSUCHMEMBER',
  message: '999999999999',
  session: '00000000-0000-4000-8000-000000000000',
  resource: '999999999999',
  order: '20990101000000',
  role: '999999999999',
  sub_account: '999999999999',
  access_key: '999999999999',
  saas: 'NOSUCHDEVICE',
  ticket: '20990101000000',
  ticket_file: '00000000-0000-4000-8000-000000000000',
  contact: '00000000-0000-4000-8000-000000000000',
  maintenance: '999999999999',
  incident: '999999999999',
  operation: '00000000-0000-4000-8000-000000000000',
  profile_link: '00000000-0000-4000-8000-000000000000',
}

/** Returns what no answer to one account may contain: the canary of the other. */
const foreignTo = (account: 'alpha' | 'beta') => (account === 'alpha' ? CANARY.beta : CANARY.alpha)

function tells(reply: Reply, code: number, what: string): void {
  expect({ code: reply.code, status: reply.status, what }, reply.text).toEqual({ code, status: statusOf(code), what })
}

/**
 * Resets what calls before this one changed for it: budgets, since the matrix uses up within minutes what a person has for hours, and
 * directories, since an account that has one may not change its software members by hand.
 */
const beginAfresh = () =>
  world.asSystem(async ({ sql }) => {
    await sql.deleteFrom('budget_spent').execute()
    await sql.deleteFrom('rate_window').execute()
    await sql.deleteFrom('directory').execute()
  })

/** Runs calls that must not change an account's rows. What the calls need is made before. */
async function leavesAlone(account_id: number, calls: () => Promise<void>): Promise<void> {
  const written = await keeper.watch(account_id)
  await calls()
  expect(await written()).toEqual([])
}

/** Returns the rights for a call with this right: most name a member or a network, which must be visible. */
const needed = (who: Who) => [who, 'member.view', 'network.view'] as Right[]

const rowsOf = (kind: 'reads' | 'changes') => Object.entries(consoleTable).filter(([key]) => key.startsWith('GET ') === (kind === 'reads'))

async function signIn(login: Login, proved: boolean): Promise<Caller & Bearer> {
  const caller = { account_id: login.account_id, login_id: login.login_id, ...(await world.signedIn(login)) }
  await (proved ? prove(world, caller) : signedInLongAgo(world, caller))
  return caller
}

/** Makes what both matrices need for one call: its inputs and its callers. */
function callOf(key: string, { who, proof }: Expected) {
  const endpoint = endpoints.get(key)!
  const changes = endpoint.method === 'POST'
  const open = who === 'public'

  /** Makes an input for the caller; what is sent to them or is theirs alone is made for them. */
  const inputFor = async (things: Things, caller: Caller) => {
    await beginAfresh()
    return consoleSamples[key]!({ ...things, caller, owner: cast.alpha.owner, sub }, world)
  }
  /** Returns new things for a call that must succeed, because it may use them up. */
  const ownThings = () => (changes && !open ? someThings(world, cast.alpha.owner, CANARY.alpha) : Promise.resolve(cast.alpha.things))
  /** Signs in with a new session for each call, because any call may end it. */
  const signedIn = (login: Login, proved = proof === true) => signIn(login, proved)

  /** Makes what a login that may make the call needs for it, and returns the call. */
  async function prepared(login: Login, things: Things): Promise<() => Promise<Reply>> {
    const caller = await signedIn(login)
    const input = await inputFor(things, caller)
    return () => send(world, caller, endpoint, input)
  }
  /** Makes the call as a login that may make it. */
  const calls = async (login: Login, things: Things): Promise<Reply> => (await prepared(login, things))()

  /** Makes the call as the owner, whose answer may show nothing of another account, and in which it may change nothing. */
  async function expectOwnersCall(): Promise<void> {
    const { alpha, beta } = cast
    const call = await prepared(alpha.owner, await ownThings())
    await leavesAlone(beta.owner.account_id, async () => {
      const reply = await call()
      tells(reply, who === 'sub_account' ? 403 : 200, 'owner')
      expect(reply.text).not.toContain(foreignTo('alpha'))
      expect(reply.text).not.toContain(beta.things.network_number)
      expect(reply.text).not.toContain(beta.things.center)
    })
  }

  /** Makes a call that names nothing as the owner of another account, who is answered with that account's things. */
  async function expectCallElsewhere(): Promise<void> {
    const { alpha, beta } = cast
    const call = await prepared(beta.owner, beta.things)
    await leavesAlone(alpha.owner.account_id, async () => {
      const reply = await call()
      tells(reply, who === 'sub_account' ? 403 : 200, 'another owner')
      expect(reply.text).not.toContain(foreignTo('beta'))
    })
  }

  /** Makes the call with the names of this account's things as the owner of another one, who finds nothing by them. */
  async function expectNothingAcross(input: Record<string, unknown>): Promise<void> {
    const { alpha, beta } = cast
    const caller = await signedIn(beta.owner)
    await leavesAlone(beta.owner.account_id, () =>
      leavesAlone(alpha.owner.account_id, async () => {
        const reply = await send(world, caller, endpoint, input)
        tells(reply, 204, 'another owner')
        expect(reply.text).not.toContain(foreignTo('beta'))
      }),
    )
  }

  /** Makes the call as logins that may make it, with a session that has not recently proved who uses it. */
  async function expectProofNeeded(logins: Login[]): Promise<void> {
    const { alpha } = cast
    for (const one of logins) {
      const unproved = await signedIn(one, false)
      const input = await inputFor(alpha.things, await signedIn(one))
      // This call requires a proof only if it sets a password.
      if (key === 'POST ram/edit') Object.assign(input, { password: 'another-1234' })
      await leavesAlone(one.account_id, async () =>
        tells(await send(world, unproved, endpoint, input), 401, one === alpha.owner ? 'owner' : 'sub-account'),
      )
    }
  }

  return {
    endpoint,
    open,
    inputFor,
    ownThings,
    signedIn,
    calls,
    expectOwnersCall,
    expectCallElsewhere,
    expectNothingAcross,
    expectProofNeeded,
  }
}

/**
 * Defines, for every call of the console, what the owner may, and that nobody, a login without the right and the owner of another account
 * may not. The proof `matrix` makes every call as every caller.
 */
export function consoleEssentials(): void {
  beforeAll(openWorld)
  afterAll(closeWorld)
  /** Sessions of the logins that are refused: no refused call may end them. */
  const refusedSessions = new Map<Login, Promise<Caller & Bearer>>()
  const refusedSession = (login: Login) => {
    const session = refusedSessions.get(login) ?? signIn(login, false)
    refusedSessions.set(login, session)
    return session
  }

  describe.each(Object.entries(consoleTable))('%s', (key, expected: Expected) => {
    const { who, names = {}, noLink, proof } = expected
    const made = callOf(key, expected)
    const { endpoint, open, inputFor, signedIn, calls } = made
    const { expectOwnersCall, expectCallElsewhere, expectNothingAcross, expectProofNeeded } = made

    if (open) {
      it('is open to everybody', async () => {
        const input = await inputFor(cast.alpha.things, await signedIn(cast.alpha.owner))
        await leavesAlone(cast.beta.owner.account_id, async () => tells(await send(world, undefined, endpoint, input), 200, 'nobody'))
      })
      return
    }

    it(`is ${who === 'sub_account' ? 'not for the owner' : 'the owner’s, and shows and touches no other account'}`, () =>
      expectOwnersCall())

    it('is closed without a token, without its right, and to the owner of another account', async () => {
      const { alpha, subAccounts } = cast
      const input = await inputFor(alpha.things, await signedIn(alpha.owner))
      // The harder case is a login that lacks only this right.
      const without =
        subAccounts.find(({ name }) => name === `all but ${who}`) ?? subAccounts.findLast(({ held }) => subAccountCode(who, held) === 403)
      const refused = without && (await refusedSession(without))
      await leavesAlone(alpha.owner.account_id, async () => {
        tells(await send(world, undefined, endpoint, input), 2001, 'nobody')
        if (refused) tells(await send(world, refused, endpoint, input), 403, without.name)
      })
      if (Object.keys(names).length > 0) await expectNothingAcross(input)
    })

    if (Object.keys(names).length === 0) it('answers the owner of another account with its own things', () => expectCallElsewhere())

    // The proof does so for calls that change something, too: each needs things of its own.
    if (endpoint.method === 'GET' && rights.some((right) => right === who))
      it('is open to a login with its right and few others', async () => {
        const able = cast.subAccounts.find(({ name, held }) => name.startsWith('only') && needed(who).every((right) => held.has(right)))!
        tells(await calls(able, cast.alpha.things), 200, able.name)
      })

    if (noLink)
      it('is closed to a login link', async () => {
        const { account_id, login_id } = cast.alpha.owner
        const link = { account_id, login_id, ...(await aLink(world, cast.alpha.owner)) }
        const input = await inputFor(cast.alpha.things, link)
        await leavesAlone(account_id, async () => tells(await send(world, link, endpoint, input), 403, 'login link'))
      })

    if (proof)
      it('is refused to a session that has not recently proved its identity, and changes nothing', () =>
        expectProofNeeded([cast.alpha.owner]))
  })
}

/**
 * Defines the whole matrix over the console's calls that read, or over the others: every role and every kind of caller. Each has a file of
 * its own, so that they run in parallel.
 */
export function consoleMatrix(kind: 'reads' | 'changes'): void {
  // Here and not at the top of the module, which two files in one process evaluate once.
  beforeAll(openWorld)
  afterAll(closeWorld)
  describe.each(rowsOf(kind))('%s', (key, expected: Expected) => {
    const { who, names = {}, noLink, proof } = expected
    const made = callOf(key, expected)
    const { endpoint, open, inputFor, ownThings, signedIn, calls } = made
    const { expectOwnersCall, expectCallElsewhere, expectNothingAcross, expectProofNeeded } = made

    it(`is ${open ? 'open to everybody' : 'closed without a token'}`, async () => {
      const input = await inputFor(cast.alpha.things, await signedIn(cast.alpha.owner))
      await leavesAlone(cast.beta.owner.account_id, async () => {
        tells(await send(world, undefined, endpoint, input), open ? 200 : 2001, 'nobody')
      })
    })

    it(`refuses ${open ? 'no token, since it looks at none' : 'every token that is not a live session of the console'}`, async () => {
      const { alpha } = cast
      const caller = await signedIn(alpha.owner)
      const strangers = Object.entries(await cast.strangers())
      if (open) {
        for (const [what, bearer] of strangers) tells(await send(world, bearer, endpoint, await inputFor(alpha.things, caller)), 200, what)
        return
      }
      const input = await inputFor(alpha.things, caller)
      await leavesAlone(alpha.owner.account_id, async () => {
        for (const [what, { code, ...bearer }] of strangers) {
          // An expired access token may still be refreshed.
          if (who === 'refresh' && what === 'an expired access token') continue
          tells(await send(world, bearer, endpoint, input), code, what)
        }
      })
    })

    if (open) return

    it(`is ${who === 'sub_account' ? 'not for the owner' : 'the owner’s, and shows and touches no other account'}`, () =>
      expectOwnersCall())

    it(`treats a login link like the owner${noLink ? ' but refuses it' : ''}, and never refreshes it`, async () => {
      const { account_id, login_id } = cast.alpha.owner
      const link = { account_id, login_id, ...(await aLink(world, cast.alpha.owner)) }
      const input = await inputFor(await ownThings(), link)
      const elsewhere = await send(world, { access_token: link.access_token }, endpoint, input)
      tells(elsewhere, who === 'refresh' ? 2002 : 2006, 'the link in another browser')
      if (!noLink) {
        const reply = await send(world, link, endpoint, input)
        return tells(reply, who === 'refresh' ? 2002 : who === 'sub_account' ? 403 : 200, 'login link')
      }
      await leavesAlone(account_id, async () => tells(await send(world, link, endpoint, input), 403, 'login link'))
    })

    it('treats an access key like a sub-account of its role, but never lets it touch credentials', async () => {
      const { alpha, subAccounts } = cast
      const able = subAccounts.findLast(({ held }) => subAccountCode(who, held) === 200) ?? subAccounts[0]!
      const key = await keyLike(able)
      const code = who === 'refresh' ? 2002 : noLink === true ? 403 : subAccountCode(who, able.held)
      const own = code === 200
      const input = await inputFor(own ? await ownThings() : alpha.things, own ? key : await signedIn(alpha.owner))
      tells(await send(world, key, endpoint, input), code, 'access key')
      await world.asAccount(key, (db) => deleteLogin(db, key.login_id))
    })

    if (proof)
      it('is refused to a session that has not recently proved its identity, and changes nothing', () => {
        const { alpha, subAccounts } = cast
        return expectProofNeeded([alpha.owner, ...subAccounts.filter(({ held }) => subAccountCode(who, held) === 200).slice(-1)])
      })

    it('requires of a sub-account exactly the right that it needs', async () => {
      const { alpha, subAccounts } = cast
      const refused = subAccounts.filter(({ held }) => subAccountCode(who, held) === 403)
      const attempts = await Promise.all(refused.map(async (one) => ({ one, caller: await signedIn(one) })))
      const input = refused.length > 0 ? await inputFor(alpha.things, await signedIn(alpha.owner)) : {}
      await leavesAlone(alpha.owner.account_id, async () => {
        for (const { one, caller } of attempts) tells(await send(world, caller, endpoint, input), 403, one.name)
      })
      // Those with one right, and some of the many with all but one: each needs things of its own.
      const admitted = subAccounts.filter((each) => !refused.includes(each))
      const few = [...admitted.filter(({ name }) => name.startsWith('only')).slice(0, 4), ...admitted.slice(-4)]
      for (const one of new Set(few)) tells(await calls(one, await ownThings()), 200, one.name)
    })

    it('shows a role with designated networks only these networks', async () => {
      const { alpha, designated, hidden } = cast
      const things = await ownThings()
      if (things !== alpha.things) await designate(things.network_number)
      const mayNot = who === 'network.create' || who === 'owner'
      const caller = await signedIn(designated)
      const reply = await send(world, caller, endpoint, await inputFor(things, mayNot ? await signedIn(alpha.owner) : caller))
      tells(reply, mayNot ? 403 : 200, 'designated')
      expect(reply.text).not.toContain(CANARY.hidden)
      expect(reply.text).not.toContain(hidden.network_number)
      if (!('network_number' in names) || mayNot) return
      const input = await inputFor(things, caller)
      await leavesAlone(alpha.owner.account_id, async () => {
        const unseen = await send(world, caller, endpoint, naming(input, 'network_number', hidden.network_number))
        const missing = await send(world, caller, endpoint, naming(input, 'network_number', MISSING.network))
        tells(unseen, 204, 'undesignated')
        expect(unseen.text).toBe(missing.text)
      })
    })

    if (Object.keys(names).length === 0) {
      it('answers the owner of another account with its own things', () => expectCallElsewhere())
      return
    }

    it('answers a foreign thing, a missing one and a list that contains them alike, and changes nothing', async () => {
      const { alpha, beta, subAccounts } = cast
      const able = [alpha.owner, ...subAccounts.filter(({ held }) => subAccountCode(who, held) === 200).slice(-1)]
      const foreignInput = await inputFor(beta.things, await signedIn(beta.owner))
      for (const one of able) {
        const caller = await signedIn(one)
        const own = await inputFor(alpha.things, caller)
        await leavesAlone(beta.owner.account_id, () =>
          leavesAlone(alpha.owner.account_id, async () => {
            for (const [field, kind] of Object.entries(names)) {
              const theirs = namedIn(foreignInput, field)
              const foreign = await send(world, caller, endpoint, naming(own, field, theirs))
              const missing = await send(world, caller, endpoint, naming(own, field, MISSING[kind]))
              tells(foreign, 204, `foreign ${field}`)
              expect(missing.text).toBe(foreign.text)
              if (!field.endsWith('[]')) continue
              for (const stranger of [theirs, MISSING[kind]]) {
                const mixed = await send(world, caller, endpoint, naming(own, field, [namedIn(own, field), stranger]))
                expect(mixed.text, `mixed ${field}`).toBe(foreign.text)
              }
            }
          }),
        )
      }
    })

    it('gives the owner of another account nothing for the names of this account’s things', async () => {
      await expectNothingAcross(await inputFor(cast.alpha.things, await signedIn(cast.alpha.owner)))
    })
  })
}

/** Makes an access key with the role of a sub-account, and returns its login. */
async function keyLike({ account_id, login_id }: Login): Promise<Caller> {
  const { role_id } = await world.asSystem(({ sql }) =>
    sql.selectFrom('login').select('role_id').where('login_id', '=', login_id).executeTakeFirstOrThrow(),
  )
  return anAccessKey(world, { account_id, login_id }, role_id!)
}

/** Adds a network to those that the designated role may see. */
const designate = (network_number: string) =>
  world.asSystem(async ({ sql }) => {
    const { account_id, login_id } = cast.designated
    const { role_id } = await sql.selectFrom('login').select('role_id').where('login_id', '=', login_id).executeTakeFirstOrThrow()
    await sql.insertInto('role_network').values({ account_id, role_id: role_id!, network_number }).execute()
  })
