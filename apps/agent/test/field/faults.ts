import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CLOCK_LIBRARY } from '../../../server/test/moved-clock.ts'
import { endProcess } from '../network/namespaces.ts'
import { passes } from '../network/testbed.ts'
import { type Device, KINDS, type Kind, RESOLVER_ADDRESSES, type Site } from './site.ts'

const [DAY, WEEK] = [86_400, 7 * 86_400]

/** Something that happens to a device in the field. Nobody visits the device: what starts it is its supervisor or its power switch. */
interface Fault {
  what: string
  /** The kinds of devices that it can happen to. */
  kinds: readonly Kind[]
  /** Lets it happen and end. The seconds of the matrix count from here, until packets pass; a number is returned where something else counts. */
  happen(device: Device, site: Site): Promise<void | number>
  /** Puts back what the fault changed around the device. */
  after?(device: Device, site: Site): Promise<void>
}

/** All kinds whose devices run our agent. */
const MANAGED = KINDS.filter((kind) => kind !== 'standard client')
/** The kinds whose clock can be moved. */
const CLOCKED = CLOCK_LIBRARY === undefined ? [] : KINDS

/** Switches a device off and on. @param uplinkSeconds how long after its start its uplink is there */
async function reboot({ off, start, dhcp }: Device, uplinkSeconds = 5): Promise<void> {
  await off()
  await passes(2000)
  start()
  await passes(uplinkSeconds * 1000)
  await dhcp()
}

export const FAULTS: readonly Fault[] = [
  { what: 'it is switched off and on, and its uplink comes 5 s late', kinds: KINDS, happen: (device) => reboot(device) },
  {
    what: 'it is switched off and on while the controller is away',
    kinds: KINDS,
    async happen(device, { testbed }) {
      testbed.unplug()
      await reboot(device)
    },
    after: (_device, { testbed }) => testbed.plug(),
  },
  {
    what: 'it is switched off and on when the controller has been away for a week',
    kinds: CLOCKED,
    async happen(device, { testbed }) {
      testbed.unplug()
      device.clock(WEEK)
      await reboot(device)
    },
    async after(device, { testbed }) {
      device.clock(0)
      await testbed.plug()
    },
  },
  {
    what: 'its line is down for 30 s',
    kinds: KINDS,
    async happen({ member, dhcp }) {
      await member.device.in('ip', 'link', 'set', 'wan', 'down')
      await passes(30_000)
      await dhcp()
    },
  },
  {
    what: 'its address changes',
    // The address of a POP is entered by operators.
    kinds: KINDS.filter((kind) => kind !== 'POP'),
    happen: ({ dhcp, leases }) => dhcp(leases.address),
    after: ({ dhcp }) => dhcp(),
  },
  {
    what: 'its router is replaced by one with another address',
    kinds: KINDS,
    happen: ({ replaceRouter, leases }) => replaceRouter(leases.router),
    after: ({ replaceRouter, leases }) => replaceRouter(leases.usual),
  },
  {
    what: 'its resolver is replaced, and then the controller restarts',
    kinds: MANAGED,
    async happen(device, site) {
      const before = device.connections()
      // The former resolver answers no more.
      await device.member.device.in('nft', 'add table ip away; add chain ip away out { type filter hook output priority 0; }')
      await device.member.device.in('nft', `add rule ip away out ip daddr ${RESOLVER_ADDRESSES[0]} drop`)
      device.resolver(RESOLVER_ADDRESSES[1])
      site.testbed.unplug()
      await site.testbed.plug()
      return site.connects(device, before)
    },
    async after({ member, resolver }) {
      await member.device.in('nft', 'delete table ip away')
      resolver(RESOLVER_ADDRESSES[0])
    },
  },
  {
    what: 'its clock jumps a day ahead',
    kinds: CLOCKED,
    happen: async ({ clock }) => clock(DAY),
    after: async ({ clock }) => clock(0),
  },
  {
    what: 'its clock jumps a day back',
    kinds: CLOCKED,
    happen: async ({ clock }) => clock(-DAY),
    after: async ({ clock }) => clock(0),
  },
  {
    what: 'it is switched on in 1970, and its clock is right after 25 s',
    kinds: CLOCKED,
    async happen(device) {
      device.clock(-Math.floor(Date.now() / 1000))
      await reboot(device)
      await passes(20_000)
      device.clock(0)
    },
  },
  {
    what: 'it is switched off and on while its disk is full',
    kinds: MANAGED,
    async happen(device) {
      try {
        writeFileSync(join(device.member.state, 'ballast'), Buffer.alloc(16 << 20))
      } catch {
        // The disk is full now.
      }
      await reboot(device)
    },
    after: async ({ member }) => rmSync(join(member.state, 'ballast')),
  },
  {
    what: 'the kernel kills each of its processes, one after another',
    kinds: KINDS,
    async happen({ member, start }) {
      const pids = member.device.pids('')
      for (const pid of pids) {
        endProcess(pid)
        await passes(300)
      }
      start()
    },
  },
]
