import { contract } from '@weft/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createGround, type Ground, type Member, reached, unreached } from './ground.ts'
import { whyNot } from './namespaces.ts'

describe.skipIf(whyNot())('points without a center', () => {
  let ground: Ground
  let open1: Member
  let open2: Member
  let hidden1: Member
  let hidden2: Member
  let network_number: string
  const up = async () => (await ground.info(network_number)).link.filter((link) => link.vpn_online === 1).length

  beforeAll(async () => {
    ground = await createGround()
    ;[open1, open2] = (await ground.hardware(1, 2)) as [Member, Member]
    ;[hidden1, hidden2] = (await ground.devices([3, 4], true)) as [Member, Member]
    for (const member of ground.members) member.start()
    await ground.connected(...ground.members)
    network_number = await ground.network('点对点', [], ground.members)
    await ground.lans(network_number, ...ground.members)
  })
  afterAll(() => ground?.close())
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(await ground.story())
  })

  it('reach each other, and those behind a NAT by whoever can be dialled', async () => {
    await reached(open1.host, open2.lan)
    for (const hidden of [hidden1, hidden2]) {
      await reached(hidden.host, open1.lan)
      await reached(open2.host, hidden.lan)
    }
    await reached(hidden1.host, hidden2.lan)
    await reached(hidden2.host, hidden1.lan)
    // One between the two that can be dialled, and two of each that cannot.
    await vi.waitFor(async () => expect(await up()).toBe(5), 60_000)
  })

  it('have their people with them', async () => {
    const person = await ground.software(5)
    person.start()
    await ground.connected(person)
    await ground.call(contract.network.add_member, { network_number, router_name: person.router_name, member_type: 'point' })
    for (const member of [open1, open2, hidden1, hidden2]) await reached(person.device, member.lan)
    await vi.waitFor(async () => expect(await ground.online(network_number, person)).toEqual([1, 1]), 60_000)
  })

  it('go by another when one dies', async () => {
    await open1.off()
    await reached(hidden1.host, hidden2.lan)
    await reached(hidden2.host, open2.lan)
    await unreached(hidden1.host, open1.lan)
    open1.start()
    await ground.connected(open1)
    expect(await reached(hidden1.host, open1.lan)).toBeGreaterThan(0)
  })
})
