/**
 * Room observation/saas: SaaS devices as their customers see them.
 * Tables: none.
 * Called by: its routes alone.
 * Always: they are in no network and carry no tags, so a login that is limited to members sees none.
 */
import type { contract, InputOf, OutputOf } from '@weft/contract'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { interfacesOf } from '../../member/member/member.service.ts'
import { readHistory } from '../traffic/traffic.service.ts'
import { existingSaas, findSaas, pageSaas, type SaasRow } from './saas.queries.ts'

type Saas = typeof contract.saas

/** Returns those of these names that are SaaS devices of the account. */
export const resolveSaas = (db: AccountDb, names: string[], { members }: Pick<Actor, 'members'>): Promise<ReadonlySet<string>> =>
  existingSaas(db, members, names)

const shown = ({ interfaces, ...device }: SaasRow) => ({
  ...device,
  ip: [...new Set(interfacesOf(interfaces).flatMap(({ ipv4, ip }) => ipv4 ?? ip ?? []))],
})

/** Returns a page of the account's SaaS devices, the newest first. They carry no tags and are in no network, so a limited caller sees none. */
export async function list(
  db: AccountDb,
  { members }: Pick<Actor, 'members'>,
  input: InputOf<Saas['list']>,
): Promise<OutputOf<Saas['list']>> {
  const { rows, count } = await pageSaas(db, members, input)
  return { rows: rows.map(shown), count }
}

/** @throws saasNotFound */
export async function info(db: AccountDb, { router_name }: InputOf<Saas['info']>): Promise<OutputOf<Saas['info']>> {
  return shown(await found(db, router_name))
}

/** Returns the rates at a device's first interface, by which it is connected. @throws saasNotFound */
export async function traffic(
  db: AccountDb,
  { router_name, range }: InputOf<Saas['traffic']>,
  now: Date,
): Promise<OutputOf<Saas['traffic']>> {
  const [first] = interfacesOf((await found(db, router_name)).interfaces)
  return first ? readHistory(db, { router_name, interface: first.interface, range }, now) : []
}

/** Returns a device, which may have been taken back since the request was checked. @throws saasNotFound */
async function found(db: AccountDb, router_name: string): Promise<SaasRow> {
  const device = await findSaas(db, router_name)
  if (!device) throw new Refusal('saasNotFound')
  return device
}
