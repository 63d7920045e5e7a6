import type { contract, InputOf, MembersChanged, OutputOf } from '@weft/contract'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { audit } from '../../foundation/audit/audit.service.ts'
import { asked, inOrder, reportOf } from './change.rules.ts'
import { checkPlace, isRelabelled, labelText, relabelled } from './label.rules.ts'
import { labelsInUse } from './label.queries.ts'
import { labelsChanged } from './member.audit.ts'
import { findMembers, lockMembers, writeLabels } from './member.queries.ts'

type Calls = typeof contract.router

/**
 * Sets where one or many members are, and adds and removes tags; with `check` only returns what would change.
 * @throws memberNotFound, memberProvinceUnknown, memberCityUnknown, memberTagsFull
 */
export async function editLabels(db: AccountDb, actor: Actor, input: InputOf<Calls['label']>): Promise<MembersChanged> {
  const { router_name, province, city = '', add_tags, remove_tags, check } = input
  const change = { place: province === undefined ? undefined : { province, city }, add_tags, remove_tags }
  if (change.place) checkPlace(change.place)
  const names = asked(router_name)
  const members = inOrder(names, await (check === 1 ? findMembers(db, names) : lockMembers(db, names)))
  const after = new Map(members.map((member) => [member, relabelled(member, change)]))
  const changing = members.filter((member) => isRelabelled(member, after.get(member)!))
  if (check !== 1 && changing.length > 0) {
    await writeLabels(
      db,
      changing.map((member) => ({ router_name: member.router_name, ...after.get(member)! })),
    )
    await audit(db, actor, labelsChanged(changing, change))
  }
  return reportOf(members, changing, labelText, (member) => labelText(after.get(member)!))
}

/** Returns the provinces and tags that members of the account have, those of most members first. */
export const labels = (db: AccountDb, { members }: Pick<Actor, 'members'>): Promise<OutputOf<Calls['labels']>> => labelsInUse(db, members)
