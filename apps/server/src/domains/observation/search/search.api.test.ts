import { contract, type Found } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aNetwork, aSubAccount, grant, hardware, infoOf } from '../../../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'
import { sendMessage } from '../../support/message/message.service.ts'

let world: World
let owner: Person
let center: string
let branch: string
let network_number: string
beforeAll(async () => {
  world = await createWorld()
  owner = await world.anOwner()
  for (const code of ['network_member', 'network_center'] as const) await grant(world, owner, code, 10)
  ;[center, branch] = (await hardware(world, owner, 2)) as [string, string]
  await rename(center, '上海总部机房')
  await rename(branch, '福州鼓楼店')
  network_number = await aNetwork(world, owner, '总部—门店', [center], [branch])
})
afterAll(() => world.close())

const change = (router_name: string, columns: Record<string, unknown>) =>
  world.asSystem(({ sql }) => sql.updateTable('member').set(columns).where('router_name', '=', router_name).execute())
const rename = (router_name: string, note: string) => change(router_name, { note })
const found = async (search: string, who = owner): Promise<Found> => {
  const answer = await world.call(who, contract.search.all, { search })
  expect(answer.code).toBe(200)
  return answer.data
}
const addresses = async (search: string, who = owner) =>
  (await found(search, who)).addresses.map(({ kind, address, note }) => `${kind} ${address} ${note}`)
const report = (router_name: string, interfaces: { interface: string; ipv4: string | null; ipv4_subnet_mask: string | null }[]) =>
  change(router_name, { interfaces: JSON.stringify(interfaces) })

describe('a search', () => {
  it('finds members by name and serial number, and networks', async () => {
    expect((await found('福州')).members.map((one) => one.router_name)).toEqual([branch])
    expect((await found(branch.toLowerCase())).members.map((one) => one.note)).toEqual(['福州鼓楼店'])
    expect((await found('总部')).networks).toEqual([{ network_number, network_name: '总部—门店' }])
    expect((await found('总部')).addresses).toEqual([])
  })

  it('finds what has an address: prefix rules, local networks, ends of tunnels, segments and public addresses', async () => {
    const prefix = [{ ip: '192.168.205.0', mask: 24, permission: 'permit', ge: null, le: null }]
    expect((await world.call(owner, contract.networkSettings.edit_prefix, { network_number, router_name: branch, prefix })).code).toBe(200)
    await report(branch, [{ interface: 'lan', ipv4: '192.168.40.1', ipv4_subnet_mask: '255.255.255.0' }])
    await change(center, { router_ipv4: '203.0.113.9' })
    expect(await addresses('192.168.205')).toEqual(['prefix 192.168.205.0/24 福州鼓楼店'])
    expect(await addresses('192.168.205.77')).toEqual(['prefix 192.168.205.0/24 福州鼓楼店'])
    expect(await addresses('192.168.40.')).toEqual(['lan 192.168.40.0/24 福州鼓楼店'])
    expect(await addresses('203.0.113.9')).toEqual(['public 203.0.113.9 上海总部机房'])
    const { link } = await infoOf(world, owner, network_number)
    const vpn_ip = link.find((one) => one.router_name === branch)!.vpn_ip!
    expect((await addresses(vpn_ip))[0]).toBe(`tunnel ${vpn_ip} 福州鼓楼店`)
    expect((await addresses('10.128')).some((line) => line.startsWith('segment'))).toBe(true)
  })

  it('passes over what a device reports that is no address', async () => {
    await report(center, [
      { interface: 'lan', ipv4: '999.1.1.1', ipv4_subnet_mask: '255.255.255.0' },
      { interface: 'lan2', ipv4: "1.2.3.4'; drop", ipv4_subnet_mask: '255.255.255.0' },
      { interface: 'lan3', ipv4: '172.20.0.1', ipv4_subnet_mask: '255.0.255.0' },
      { interface: 'lan4', ipv4: null, ipv4_subnet_mask: null },
      { interface: 'lan5', ipv4: '172.21.0.1', ipv4_subnet_mask: '255.255.0.0' },
    ])
    expect(await addresses('172.20')).toEqual([])
    expect(await addresses('172.21')).toEqual(['lan 172.21.0.0/16 上海总部机房'])
  })

  it('finds tickets, work orders by number, messages and sub-accounts', async () => {
    const title = '福州鼓楼店无法访问总部'
    const opened = await world.call(owner, contract.supportTickets.create, { title, content: '早上开始，重启后没有恢复', type: 1 })
    expect(opened.code).toBe(200)
    await world.asAccount(owner, (db) => sendMessage(db, { title: '福州机房割接通知', type: '通知', content: '<p>割接</p>' }))
    const answer = await found('福州')
    expect(answer.tickets.map((one) => one.ticket_title)).toEqual([title])
    expect(answer.messages.map((one) => one.title)).toEqual(['福州机房割接通知'])
    const sub = await aSubAccount(world, owner, {})
    expect((await found(sub.username)).sub_accounts.map((one) => one.username)).toEqual([sub.username])
    expect((await found('1234')).work_orders).toEqual([])
  })

  it.each(['%', "' or 1=1 --", '\\', '192.168.1.0/99', '😀', '0'.repeat(64)])('takes %j for a text', async (search) => {
    expect(await found(search)).toMatchObject({ members: [], networks: [], addresses: [] })
  })
})

it('a caller with designated networks finds no network, address or sub-account beyond them', async () => {
  const [hub] = (await hardware(world, owner, 1)) as [string]
  const own = await aNetwork(world, owner, '自己的组网', [hub])
  const sub = await aSubAccount(world, owner, { designated: [own] })
  expect(await found('组网', sub)).toMatchObject({ networks: [{ network_number: own }], sub_accounts: [] })
  expect((await found('总部', sub)).networks).toEqual([])
  expect(await addresses('192.168.205', sub)).toEqual([])
  const seen = (await found('10.128', sub)).addresses
  expect(new Set(seen.map((one) => one.network_number))).toEqual(new Set([own]))
})

it('an account finds nothing of another', async () => {
  const stranger = await world.anOwner()
  for (const search of ['福州', branch, '192.168.205', network_number])
    expect(await found(search, stranger)).toMatchObject({ members: [], networks: [], addresses: [], tickets: [] })
})
