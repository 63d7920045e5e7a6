import { contract } from '@weft/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestbed, type Testbed, type Member, reached, unreached } from './testbed.ts'
import { whyNot } from './namespaces.ts'

describe.skipIf(whyNot())('branches without a center', () => {
  let testbed: Testbed
  let open1: Member
  let open2: Member
  let hidden1: Member
  let hidden2: Member
  let network_number: string
  const up = async () => (await testbed.info(network_number)).link.filter((link) => link.vpn_online === 1).length

  beforeAll(async () => {
    testbed = await createTestbed()
    ;[open1, open2] = (await testbed.hardware(1, 2)) as [Member, Member]
    ;[hidden1, hidden2] = (await testbed.devices([3, 4], true)) as [Member, Member]
    for (const member of testbed.members) member.start()
    await testbed.connected(...testbed.members)
    network_number = await testbed.network('点对点', [], testbed.members)
    await testbed.lans(network_number, ...testbed.members)
  })
  afterAll(() => testbed?.close())
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(await testbed.story())
  })

  it('reach each other, those behind a NAT by way of branches that can be dialled', async () => {
    await reached(open1.host, open2.lan)
    for (const hidden of [hidden1, hidden2]) {
      await reached(hidden.host, open1.lan)
      await reached(open2.host, hidden.lan)
    }
    await reached(hidden1.host, hidden2.lan)
    await reached(hidden2.host, hidden1.lan)
    // One link between the two that can be dialled, and two of each branch that cannot.
    await vi.waitFor(async () => expect(await up()).toBe(5), 60_000)
  })

  it('are all reached by a software member', async () => {
    const person = await testbed.software(5)
    person.start()
    await testbed.connected(person)
    await testbed.call(contract.network.add_member, { network_number, router_name: person.router_name, member_type: 'point' })
    for (const member of [open1, open2, hidden1, hidden2]) await reached(person.device, member.lan)
    await vi.waitFor(async () => expect(await testbed.online(network_number, person)).toEqual([1, 1]), 60_000)
  })

  it('use another branch when one dies', async () => {
    await open1.off()
    await reached(hidden1.host, hidden2.lan)
    await reached(hidden2.host, open2.lan)
    await unreached(hidden1.host, open1.lan)
    open1.start()
    await testbed.connected(open1)
    expect(await reached(hidden1.host, open1.lan)).toBeGreaterThan(0)
  })
})
