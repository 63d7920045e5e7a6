import { AVAILABILITY_DAYS, type contract, type InputOf, type OutputOf } from '@weft/contract'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { unix } from '../../../kernel/clock.ts'

type Calls = typeof contract.outages

const DAY_SECONDS = 86_400
const SHANGHAI_SECONDS = 28_800

/** Returns the availability of a member in the last seven days. */
export async function availability(
  _db: AccountDb,
  _actor: Actor,
  _input: InputOf<Calls['availability']>,
  now: Date,
): Promise<OutputOf<Calls['availability']>> {
  const today = Math.floor((unix(now) + SHANGHAI_SECONDS) / DAY_SECONDS)
  const first = today - AVAILABILITY_DAYS + 1
  const days = Array.from({ length: AVAILABILITY_DAYS }, (_, at) => ({
    day: new Date((first + at) * DAY_SECONDS * 1000).toISOString().slice(0, 10),
    availability: null,
  }))
  return { from: first * DAY_SECONDS - SHANGHAI_SECONDS, days, outages: [], availability: null, count: 0, seconds: 0 }
}

/** Returns a page of the outages of a member, the newest first. */
export async function list(_db: AccountDb, _actor: Actor, _input: InputOf<Calls['list']>, _now: Date): Promise<OutputOf<Calls['list']>> {
  return { rows: [], count: 0 }
}
