import { rmSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { whyNot } from './namespaces.ts'
import { createTestbed, type Member, reached, type Testbed } from './testbed.ts'

/** A host of the internet, and the controller. */
const [ELSEWHERE, CONTROLLER] = ['192.0.2.1', '198.51.100.1']
/** The router of the branch's provider, before and after it is replaced. */
const [ROUTER, OTHER_ROUTER] = ['172.31.0.1', '172.31.0.9']

describe.skipIf(whyNot())('a branch that receives a default route', () => {
  let testbed: Testbed
  let hub: Member
  let shop: Member
  let network_number: string
  let router = ROUTER

  const device = (...command: string[]) => shop.device.in(...command)
  const wayTo = (address: string) => device('ip', 'route', 'get', address)
  const errorOf = async ({ router_name }: Member) => {
    const query = testbed.world.db.systemNow.sql.selectFrom('member').select('config_error').where('router_name', '=', router_name)
    return (await query.executeTakeFirstOrThrow()).config_error
  }
  const shows = (state: string) =>
    vi.waitFor(
      async () => {
        const { member } = await testbed.info(network_number)
        expect(member.find(({ router_name }) => router_name === shop.router_name)?.revision_state).toBe(state)
      },
      { timeout: 200_000, interval: 100 },
    )
  /** Waits until all ways are as the document says, and prints how long that took after `what`. */
  async function settles(what: string): Promise<void> {
    const began = performance.now()
    await vi.waitFor(
      async () => {
        expect(await wayTo(ELSEWHERE)).toContain(`dev c${network_number}`)
        for (const outside of [CONTROLLER, hub.wan]) expect(await wayTo(outside)).toContain(`via ${router} dev wan`)
      },
      { timeout: 200_000, interval: 50 },
    )
    console.info(`${what}: ${Math.round(performance.now() - began)} ms until the ways are right`)
    await reached(shop.host, hub.lan, 200)
    await reached(shop.host, ELSEWHERE, 200)
  }
  const dhcp = async (...more: string[]) => {
    await device('ip', 'link', 'set', 'wan', 'up')
    await device('ip', 'addr', 'replace', '172.31.0.2/24', 'dev', 'wan')
    await device('ip', 'route', 'replace', 'default', 'via', router, ...more)
  }

  beforeAll(async () => {
    testbed = await createTestbed()
    ;[hub] = (await testbed.hardware(1)) as [Member]
    ;[shop] = (await testbed.devices([2], true)) as [Member]
    for (const member of testbed.members) member.start()
    await testbed.connected(...testbed.members)
    // The answers to the branch's computers come back through the center.
    await testbed.internet.in('ip', 'route', 'add', '192.168.2.0/24', 'via', hub.wan)
    network_number = await testbed.network('门店', [hub], [shop])
    await testbed.lans(network_number, hub, shop)
    await testbed.set('default_route', { network_number, router_name: hub.router_name, model: 1, metric: 30 })
    await testbed.set('default_route', { network_number, router_name: shop.router_name, model: 2, metric: null })
    await settles('saved')
    await shows('applied')
  })
  afterAll(() => testbed?.close())
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(await testbed.story(), await device('ip', 'route', 'show', 'table', 'all'))
  })

  it('is right after the line was down', async () => {
    for (const metric of ['0', '100']) {
      await device('ip', 'link', 'set', 'wan', 'down')
      await vi.waitFor(async () => expect(await wayTo(ELSEWHERE).catch(() => '')).not.toContain(`c${network_number}`), 60_000)
      await dhcp('metric', metric)
      await settles(`the line was down, and DHCP set its route with metric ${metric}`)
    }
  })

  it('is right after its DHCP client has set the default route again', async () => {
    await device('ip', 'route', 'replace', 'default', 'via', router)
    await settles('DHCP set its route again')
    // It may be shown for a second, if the line was set up within the same one.
    await vi.waitFor(async () => expect(await errorOf(shop)).toBeNull(), 60_000)
  })

  it('is right after it was switched on before its uplink was there', async () => {
    await shop.off()
    await device('nft', 'flush', 'ruleset')
    await device('ip', 'rule', 'flush', 'pref', '87').catch(() => {})
    await device('ip', 'route', 'flush', 'table', '87').catch(() => {})
    await device('ip', 'addr', 'flush', 'dev', 'wan')
    await device('ip', 'link', 'set', 'wan', 'down')
    for (const file of ['frr', 'told.json']) rmSync(`${shop.run}/${file}`, { recursive: true, force: true })
    shop.start()
    await vi.waitFor(() => expect(shop.device.tunnels()).toHaveLength(1), 200_000)
    await dhcp()
    await settles('the uplink came after the agent')
  })

  it('reaches its center and the controller by the router that replaced its former one, without a restart', async () => {
    const agent = shop.device.pids('cli.ts')
    router = OTHER_ROUTER
    await shop.nat!.in('ip', 'addr', 'del', `${ROUTER}/24`, 'dev', 'inside')
    await shop.nat!.in('ip', 'addr', 'add', `${OTHER_ROUTER}/24`, 'dev', 'inside')
    await device('ip', 'route', 'del', 'default', 'dev', 'wan')
    await device('ip', 'route', 'add', 'default', 'via', router)
    await settles('another router')
    // The controller hears of a change and of its end.
    await testbed.set('dns', { network_number, dns: ['10.9.9.1'] })
    await shows('applied')
    expect(shop.device.pids('cli.ts')).toEqual(agent)
  })

  it('is shown as failed while its traffic leaves by the WAN, because its center is away', async () => {
    await hub.off()
    await vi.waitFor(async () => expect((await errorOf(shop)) ?? '').toMatch(/no default route is received.*leaves by wan/), 200_000)
    await shows('failed')
    hub.start()
    await settles('the center came back')
    await shows('applied')
  })
})
