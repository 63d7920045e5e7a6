import { DIRECTORY_PASSWORD_KEPT, type DirectoryConfig } from '@weft/contract'
import type { Ldap, LdapTarget } from '@weft/ldap'
import type { Egress } from '../../../adapters/egress/egress.ts'
import type { AccountDb } from '../../../db/client.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Keys } from '../../../kernel/secrets.ts'
import { type DirectoryRow, findCa, findDirectory, findKind } from './directory.queries.ts'
import { goesElsewhere } from './directory.rules.ts'

/**
 * Access to the directory of an account, over the internet or through the named hardware member.
 * @param resolve looks up a directory on the internet, in place of a look-up of its own
 */
export type LdapOf = (account_id: number, way: Pick<DirectoryRow, 'router_name'>, resolve?: Egress['resolve']) => Ldap

type Way = Pick<DirectoryRow, 'host' | 'port' | 'base_dn' | 'use_ssl' | 'use_tls' | 'username' | 'type'>

const target = ({ use_ssl, use_tls, username, ...way }: Way, ca: string | undefined, password: string): LdapTarget => ({
  host: way.host,
  port: way.port,
  base_dn: way.base_dn,
  type: way.type,
  security: use_ssl === 1 ? 'ssl' : use_tls === 1 ? 'starttls' : 'none',
  ca,
  bind_dn: username,
  password,
})

async function certificateOf(db: AccountDb, { use_ssl, use_tls, ca_id }: Pick<DirectoryRow, 'use_ssl' | 'use_tls' | 'ca_id'>) {
  if (ca_id === null || (use_ssl === 0 && use_tls === 0)) return undefined
  const ca = await findCa(db, ca_id)
  if (!ca) throw new Refusal('directoryCaUnknown')
  return ca.certificate
}

/** Returns the directory of the account. @throws directoryOff */
export async function requireDirectory(db: AccountDb): Promise<DirectoryRow> {
  const directory = await findDirectory(db)
  if (!directory) throw new Refusal('directoryOff')
  return directory
}

/** Returns the address, security and bind password of the saved directory. */
export const savedTarget = async (db: AccountDb, keys: Keys, directory: DirectoryRow): Promise<LdapTarget> =>
  target(directory, await certificateOf(db, directory), directory.password_sealed === null ? '' : keys.open(directory.password_sealed))

/**
 * Returns the text by which budgets know a server, which listens on several ports. Behind a hardware member the same address is another
 * server than on the internet.
 * @param host its name, or its address where that is known
 */
export const serverOf = (account_id: number, router_name: string | null, host: string): string =>
  `${router_name === null ? '' : `${account_id} ${router_name} `}${host}`

/** Returns the hardware member through which a form would reach the directory; null over the internet. */
export const routerOf = ({ mode, router_name }: Pick<DirectoryConfig, 'mode' | 'router_name'>): string | null =>
  mode === 'private' ? router_name : null

/**
 * Returns the address, security and bind password of a form, with the password that is kept and the authority that the form names.
 * @throws directoryBaseFixed, directoryPasswordAgain if the kept password would go elsewhere, directoryCaUnknown, memberNotFound,
 * directoryRouterWrong if the member that it names is no hardware member
 */
export async function wantedTarget(db: AccountDb, keys: Keys, wanted: DirectoryConfig): Promise<LdapTarget> {
  const saved = await findDirectory(db)
  const router_name = routerOf(wanted)
  if (router_name !== null) {
    const member = await findKind(db, router_name)
    if (!member) throw new Refusal('memberNotFound')
    if (member.router_type !== 1) throw new Refusal('directoryRouterWrong')
  }
  if (saved && saved.base_dn !== wanted.base_dn) throw new Refusal('directoryBaseFixed')
  let { password } = wanted
  if (password === DIRECTORY_PASSWORD_KEPT) {
    if (!saved?.password_sealed || goesElsewhere(saved, { ...wanted, router_name })) throw new Refusal('directoryPasswordAgain')
    password = keys.open(saved.password_sealed)
  }
  return target(wanted, await certificateOf(db, wanted), password)
}

/** Returns a digest that identifies a checked form. */
export const digestOf = (keys: Keys, wanted: DirectoryConfig, { ca, password }: LdapTarget): Buffer =>
  keys.digest('directory check', JSON.stringify({ ...wanted, password, ca }))
