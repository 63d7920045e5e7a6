import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { agentContract, CREDENTIAL_RENEW_SECONDS } from '@weft/contract'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestbed, type Testbed, type Member, passes, pings, reached } from './testbed.ts'
import { whyNot } from './namespaces.ts'

const why = whyNot()

describe.skipIf(why)('the renewal of credentials', () => {
  let testbed: Testbed
  let hub: Member
  let shop: Member
  let person: Member
  let network_number: string
  const credentialOf = ({ state }: Member) => readFileSync(join(state, 'credential'), 'utf8')
  const refused = async (credential: string) =>
    (await testbed.world.call({ access_token: credential }, agentContract.device.renew, { credential })).code === 2001

  beforeAll(async () => {
    testbed = await createTestbed()
    ;[hub, shop] = (await testbed.hardware(1, 2)) as [Member, Member]
    person = await testbed.software(5)
    // This branch has a disk of its own, which can be full.
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m,mode=711', 'tmpfs', shop.state])
    mkdirSync(shop.run, { mode: 0o711 })
    for (const member of testbed.members) member.start()
    await testbed.connected(...testbed.members)
    network_number = await testbed.network('门店', [hub], [shop, person])
    await testbed.lans(network_number, hub, shop)
    await reached(shop.host, hub.lan)
    await reached(person.device, hub.lan)
  })
  afterAll(() => testbed?.close())
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(await testbed.story())
  })

  /** Makes the controller ask all connected devices for a renewal, as it does once a month. */
  async function asked(): Promise<void> {
    const client = new Client({ connectionString: testbed.world.url })
    await client.connect()
    await client.query("update member_credential set create_time = now() - $1 * interval '1 second'", [CREDENTIAL_RENEW_SECONDS])
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'weft bus' and datname = current_database()",
    )
    await client.end()
  }

  it('costs neither a hardware nor a software member a packet or its connection', async () => {
    const before = testbed.members.map(credentialOf)
    const [ofShop, ofPerson] = [pings(shop.host, hub.lan), pings(person.device, hub.lan)]
    await Promise.all([ofShop.answered(), ofPerson.answered()])
    await asked()
    await vi.waitFor(() => testbed.members.forEach((member, i) => expect(credentialOf(member), member.log()).not.toBe(before[i])), 60_000)
    for (const member of testbed.members) await vi.waitFor(() => expect(member.log()).toContain('renewed: '), 10_000)
    // After a second request and three seconds, all tunnels have been checked again.
    await asked()
    await passes(3000)
    const [shops, persons] = [await ofShop.stop(), await ofPerson.stop()]
    expect(shops.answers).toBeGreaterThan(30)
    expect(persons.answers).toBeGreaterThan(30)
    expect([shops.lost, persons.lost]).toEqual([0, 0])
    for (const credential of before) expect(await refused(credential)).toBe(true)
    for (const member of testbed.members) expect(member.log()).not.toContain('lost: ')
  })

  it('lets a software member still sign in at its center', async () => {
    const sections = () => person.said('center').match(/Initialization Sequence Completed/g)?.length ?? 0
    const before = sections()
    await testbed.set('kill_user', { network_number, router_name: person.router_name })
    await vi.waitFor(() => expect(sections()).toBeGreaterThan(before), 20_000)
    await reached(person.device, hub.lan)
  })

  it('waits while the disk of a device is full', async () => {
    const before = credentialOf(shop)
    const ballast = join(shop.state, 'ballast')
    const connections = () => shop.log().match(/^connected: /gm)?.length ?? 0
    const again = async () => {
      await shop.stop()
      const ended = connections()
      shop.start()
      // The console may still show its former connection.
      await vi.waitFor(() => expect(connections()).toBeGreaterThan(ended), 30_000)
    }
    await again()
    expect(() => writeFileSync(ballast, Buffer.alloc(4 << 20))).toThrow('ENOSPC')
    await asked()
    await vi.waitFor(() => expect(shop.log()).toMatch(/kept: .*ENOSPC/), 30_000)
    expect(credentialOf(shop)).toBe(before)
    expect(existsSync(join(shop.state, 'credential.next'))).toBe(false)
    await reached(shop.host, hub.lan)
    rmSync(ballast)
    await again()
    await asked()
    await vi.waitFor(() => expect(credentialOf(shop)).not.toBe(before), 30_000)
    await reached(shop.host, hub.lan)
  })
})
