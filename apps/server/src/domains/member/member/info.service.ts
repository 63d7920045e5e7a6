import type { contract, InputOf, MemberInfo } from '@weft/contract'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { maskPhone } from '../../../kernel/mask.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { findCondition, findInfo, listNetworksOf } from './info.queries.ts'
import { interfacesOf } from './member.rules.ts'

/** Returns everything about one member, with the networks that the caller may see. @throws memberNotFound */
export async function info(db: AccountDb, actor: Actor, { router_name }: InputOf<typeof contract.router.info>): Promise<MemberInfo> {
  const member = await findInfo(db, router_name)
  const condition = await findCondition(db, router_name, actor.designated)
  if (!member || !condition) throw new Refusal('memberNotFound')
  const network = await listNetworksOf(db, router_name, actor.designated)
  return {
    ...member,
    ...condition,
    day: null,
    availability: null,
    phone: maskPhone(member.phone),
    network,
    interfaces: interfacesOf(member.interfaces),
  }
}
