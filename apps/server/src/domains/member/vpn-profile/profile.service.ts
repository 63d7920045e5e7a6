/**
 * Room member/vpn-profile: OpenVPN files with which standard clients join a network as a software member, and links that give one once.
 * Tables: profile_link.
 * Called by: jobs, member.
 * Always: a file is made only for a member that the center would let in, and for somebody who may edit the member, or holds a link of such a person.
 */
import { isIP } from 'node:net'
import type { contract, FileAnswer, InputOf } from '@weft/contract'
import { assignedPort, remoteOf, renderProfile } from '@weft/member-config'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { audit } from '../../foundation/audit/audit.service.ts'
import type { AuthorityService } from '../../foundation/authority/authority.service.ts'
import { profileTaken } from './profile.audit.ts'
import { type ProfileFacts, profileFacts } from './profile.queries.ts'

type ProfileInput = InputOf<typeof contract.memberFiles.profile>

/**
 * Returns what the profile of a member for a network is made of.
 * @throws memberIsHardware, memberNotInNetwork, memberDisabled: no center would let it in, profileWithoutCenter
 */
export async function groundsOf(db: AccountDb, { router_name, network_number }: ProfileInput) {
  const facts = await profileFacts(db, router_name, network_number)
  if (!facts) throw new Refusal('memberNotFound')
  const { router_type, status, membership, network_name, ncp_ciphers: ciphers } = facts
  if (router_type !== 2) throw new Refusal('memberIsHardware', { name: router_name })
  if (membership === null) throw new Refusal('memberNotInNetwork')
  if (status !== 1) throw new Refusal('memberDisabled', { name: router_name })
  const remotes = remotesOf(facts, assignedPort(network_number, 'software'))
  if (remotes.length === 0) throw new Refusal('profileWithoutCenter')
  return { network_name, ciphers, remotes }
}

/**
 * Makes the profile of a standard client. It dials a center's public address where one is set, else the address from which the platform
 * last saw the center connect. It lists only centers in every dial mode: a standard client cannot choose as an agent does.
 * @throws as `groundsOf`
 */
export async function profileFor(
  authorities: Pick<AuthorityService, 'trustOf'>,
  db: AccountDb,
  { router_name, network_number }: ProfileInput,
): Promise<{ network_name: string; file: FileAnswer }> {
  const grounds = await groundsOf(db, { router_name, network_number })
  const { ca, tls_crypt } = await authorities.trustOf(db, network_number)
  const profile = renderProfile({ router_name, network_number, ...grounds, ca, tls_crypt })
  return {
    network_name: grounds.network_name,
    file: { file_name: `${router_name.split('@')[0]}-${network_number}.ovpn`, body: Buffer.from(profile) },
  }
}

/** Returns the profile to a caller who may edit the member. @throws as `groundsOf` */
export async function profileOf(
  authorities: Pick<AuthorityService, 'trustOf'>,
  db: AccountDb,
  actor: Actor,
  { router_name, network_number }: ProfileInput,
): Promise<FileAnswer> {
  const { network_name, file } = await profileFor(authorities, db, { router_name, network_number })
  await audit(db, actor, profileTaken(router_name, { network_number, network_name }))
  return file
}

const remotesOf = ({ centers }: ProfileFacts, assigned: number) =>
  centers.flatMap(({ address, software_port }) => {
    // Removes the prefix with which a dual-stack socket reports an IPv4 address.
    const plain = address?.replace(/^::ffff:(?=\d+\.)/i, '') ?? ''
    return remoteOf(software_port, isIP(plain) === 0 ? null : plain, assigned) ?? []
  })
