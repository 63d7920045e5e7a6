import type { contract, InputOf, MemberInfo, Place } from '@weft/contract'
import { placeOfAddress } from '../../../adapters/places/place-of-address.ts'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { maskPhone } from '../../../kernel/mask.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { troubledDays } from '../../network/outage/outage.service.ts'
import { findCondition, findInfo, lastAddresses, listNetworksOf } from './info.queries.ts'
import { interfacesOf } from './member.rules.ts'

/** Returns everything about one member, with the networks that the caller may see. @throws memberNotFound */
export async function info(
  db: AccountDb,
  actor: Actor,
  { router_name }: InputOf<typeof contract.router.info>,
  now: Date,
): Promise<MemberInfo> {
  const member = await findInfo(db, router_name)
  const condition = await findCondition(db, router_name, actor.designated)
  if (!member || !condition) throw new Refusal('memberNotFound')
  const network = await listNetworksOf(db, router_name, actor.designated)
  return {
    ...member,
    ...condition,
    ...(await troubledDays(db, actor, [router_name], now)).get(router_name),
    region_guess: member.province === '' ? guessPlace(await lastAddresses(db, router_name)) : null,
    phone: maskPhone(member.phone),
    network,
    interfaces: interfacesOf(member.interfaces),
  }
}

/** Returns the place of the first address whose place is known. */
function guessPlace(addresses: readonly string[]): Place | null {
  for (const address of addresses) {
    const place = placeOfAddress(address)
    if (place) return place
  }
  return null
}
