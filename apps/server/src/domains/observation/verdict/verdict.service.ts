import type { Language, Verdict } from '@weft/contract'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { unix } from '../../../kernel/clock.ts'

/** Returns everything that is wrong in an account, as far as the caller may see it. */
export async function verdict(_db: AccountDb, _actor: Actor, _language: Language, now: Date): Promise<Verdict> {
  const none = { total: 0, up: 0 }
  return {
    time: unix(now),
    problems: [],
    causes: 0,
    things: 0,
    sites: none,
    networks: none,
    links: none,
    software: none,
    well_since: null,
    reminders: [],
  }
}
