import { createHash, randomUUID } from 'node:crypto'
import { asAccount } from '../../src/db/client.ts'
import { activationHash } from '../../src/kernel/activation.ts'
import { digits } from '../../src/kernel/ids.ts'
import { anAuthenticator } from '../credential-fixtures.ts'
import { aMessage } from '../publications.ts'
import { grant } from '../network-fixtures.ts'
import type { Person, World } from '../world.ts'

/** A network of an account with one member of each kind in it, and one of each kind outside. */
export interface Things {
  network_number: string
  /** Its center, a hardware member, and its branch, a software member. */
  center: string
  point: string
  free_hardware: string
  free_software: string
  /** A message to every login of the account. */
  message_id: string
}

let made = 0

/** Writes the things without the API, which is under test. Every text carries a canary; the network's name may carry another. */
export async function someThings(
  world: World,
  { account_id }: { account_id: number },
  canary: string,
  networkCanary: string = canary,
): Promise<Things> {
  made += 1
  const tail = String(made).padStart(6, '0')
  const message_id = await aMessage(world, { account_id }, { title: canary })
  const things: Things = {
    message_id,
    network_number: `7${String(account_id % 1000).padStart(3, '0')}${tail}`,
    center: `HC${account_id}${tail}`,
    point: `sp${tail}@${account_id}`,
    free_hardware: `HF${account_id}${tail}`,
    free_software: `sf${tail}@${account_id}`,
  }
  const { network_number, center, point } = things
  const member = (router_name: string, router_type: 1 | 2) => ({ account_id, router_name, router_type, note: canary })
  const membership = (router_name: string, router_type: 1 | 2, member_type: 'center' | 'point') => ({
    account_id,
    network_number,
    router_name,
    router_type,
    member_type,
  })
  await world.asSystem(async ({ sql }) => {
    await sql
      .insertInto('member')
      .values([member(center, 1), member(point, 2), member(things.free_hardware, 1), member(things.free_software, 2)])
      .execute()
    await sql
      .insertInto('network')
      .values({ account_id, network_number, network_name: `${networkCanary} ${tail}` })
      .execute()
    await sql
      .insertInto('network_member')
      .values([membership(center, 1, 'center'), membership(point, 2, 'point')])
      .execute()
    await sql
      .insertInto('network_center')
      .values({
        account_id,
        network_number,
        router_name: center,
        router_segment: `10.128.${made % 250}.0/28`,
        software_segment: `10.129.${made % 250}.0/28`,
      })
      .execute()
  })
  return things
}

/** Things that only an operator or a device uses, new for each call. */
export interface Stock {
  account_number: string
  disabled_account_number: string
  /** An account whose owner has a second factor. */
  guarded_account_number: string
  service_id: string
  device_in_stock: string
  device_assigned: string
  unregistered: string
  activation_code: string
  announcement_id: string
  document_id: string
  /** Another document, below which the first can be moved. */
  document_parent_id: string
  client_version_id: string
  /** An upload of `UPLOAD_BYTES` of which nothing has arrived yet. */
  upload_id: string
  /** A letter that was given up. */
  dead_letter_id: string
}

/** The whole package that `upload_id` waits for. */
export const UPLOAD_BYTES = Buffer.from('a package of the matrix')

/** Makes an account whose owner cannot sign in: hashing a password for each would take most of the time of the matrix. */
const aBareAccount = (world: World, username: string) =>
  world.asSystem(async ({ sql }) => {
    const account_number = digits(8)
    const account = { account_number, sign: account_number }
    const { account_id } = await sql.insertInto('account').values(account).returning('account_id').executeTakeFirstOrThrow()
    const { login_id } = await sql
      .insertInto('login')
      .values({ account_id, ram: 0, username, nickname: '客户', password_hash: 'none' })
      .returning('login_id')
      .executeTakeFirstOrThrow()
    return { account_id, account_number, login_id }
  })

export async function someStock(world: World): Promise<Stock> {
  made += 1
  const tail = String(made).padStart(6, '0')
  const live = await aBareAccount(world, `stocklive${tail}`)
  const disabled = await aBareAccount(world, `stockoff${tail}`)
  const guarded = await aBareAccount(world, `stocktotp${tail}`)
  await anAuthenticator(world, guarded)
  const { id: service_id } = await grant(world, live as Person, 'network_member', 5, 1_990_000_000)
  const activation_code = 'ABCD-EFGH-JKMN-PQRS'
  const device = { kind: 'router' as const, router_model: 'R1', activation_hash: activationHash(activation_code) }
  await world.asSystem(async (system) => {
    const { sql } = system
    await sql.updateTable('account').set({ status: 0 }).where('account_id', '=', disabled.account_id).execute()
    await sql
      .insertInto('device')
      .values([
        { ...device, router_name: `STOCK${tail}` },
        { ...device, router_name: `GIVEN${tail}`, account_id: live.account_id },
      ])
      .execute()
    await asAccount(system, live.account_id)
      .sql.insertInto('member')
      .values({ account_id: live.account_id, router_name: `GIVEN${tail}`, router_type: 1 })
      .execute()
  })
  return {
    ...(await somePublished(world, tail, live.account_id)),
    account_number: live.account_number,
    disabled_account_number: disabled.account_number,
    guarded_account_number: guarded.account_number,
    service_id,
    device_in_stock: `STOCK${tail}`,
    device_assigned: `GIVEN${tail}`,
    unregistered: `FRESH${tail}`,
    activation_code,
  }
}

/** Inserts what operators publish, and what could not be delivered. */
async function somePublished(world: World, tail: string, account_id: number) {
  const now = world.infrastructure.clock.now()
  const [upload_id, dead_letter_id] = [randomUUID(), randomUUID()]
  return world.asSystem(async (system) => {
    const { sql } = system
    const made = ({ id }: { id: number }) => String(id)
    const announcement = { title: `公告 ${tail}`, content: '<p>公告</p>', release_time: now }
    const announcement_id = made(await sql.insertInto('announcement').values(announcement).returning('id').executeTakeFirstOrThrow())
    const article = (title: string) =>
      sql.insertInto('document').values({ title, content: '<p>帮助</p>' }).returning('id').executeTakeFirstOrThrow()
    const [document_id, document_parent_id] = [made(await article(`文档 ${tail}`)), made(await article(`上级 ${tail}`))]
    const store = { system: 'ios', version: `1.${Number(tail)}`, store_url: 'https://apps.example.com/weft' } as const
    const client_version_id = made(await sql.insertInto('client_version').values(store).returning('id').executeTakeFirstOrThrow())
    const sha256 = createHash('sha256').update(UPLOAD_BYTES).digest('hex')
    await sql
      .insertInto('stored_file')
      .values({ file_id: upload_id, media_type: 'application/octet-stream', size: UPLOAD_BYTES.length, sha256 })
      .execute()
    await sql
      .insertInto('upload')
      .values({ upload_id, system: 'windows', version: `1.${Number(tail)}`, file_name: 'weft.exe', create_time: now })
      .execute()
    const content = { to: { channel: 'email', email: 'dead@example.com' }, letter: { template: 'changed', what: 'phone', username: tail } }
    await sql
      .insertInto('delivery')
      .values({
        delivery_id: dead_letter_id,
        account_id,
        channel: 'mail',
        template: 'changed',
        language: 'zh-CN',
        sealed: world.infrastructure.keys.seal(JSON.stringify(content)),
        masked_target: 'de***@example.com',
        state: 'failed',
        tries: 1,
        next_time: now,
        create_time: now,
        done_time: now,
      })
      .execute()
    return { announcement_id, document_id, document_parent_id, client_version_id, upload_id, dead_letter_id }
  })
}
