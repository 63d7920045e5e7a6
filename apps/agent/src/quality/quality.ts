import type { TunnelFigures } from '@weft/contract/agent-protocol'
import type { MemberDocument } from '@weft/member-config'
import { seeded } from '../seeded.ts'
import { steadyNow } from './clock.ts'
import { createReflector, type Reflector } from './reflector.ts'
import { createSender, createUsual, type Sender, type Usual } from './sender.ts'
import { STAMP_PORT } from './stamp.ts'
import { createTally, type Tally } from './tally.ts'

/** Measures a device's tunnels to centers, and answers those who measure theirs to it. */
export interface Quality {
  /**
   * Called once a second: measures what is up, and answers where services run.
   * @param up the tunnels that are up, by network and other end
   */
  look(document: MemberDocument | null, up: readonly { network_number: string; who: string; dialled: boolean }[]): void
  /** Returns the figures of each tunnel since the last call, of those that were measured. */
  take(): TunnelFigures[]
  stop(): void
}

interface Measured {
  network_number: string
  who: string
  local: string
  remote: string
  tally: Tally
  usual: Usual
  sender: Sender | undefined
}

/** Returns the tunnels that a document has to centers and branches that listen, with the addresses of their ends. */
export const linksOf = (document: MemberDocument | null) =>
  (document?.networks ?? []).flatMap((section) =>
    section.position === 'point'
      ? section.links
          .filter(({ enable }) => enable)
          .map(({ center, address, gateway }) => ({ network_number: section.network_number, who: center, local: address, remote: gateway }))
      : [],
  )

/** Returns the addresses on which a document's services answer, with those of their members. */
const servicesOf = (document: MemberDocument | null): Map<string, string[]> =>
  new Map(
    (document?.networks ?? []).flatMap((section) => {
      if (section.position === 'pop' || !section.services) return []
      const { hardware, software } = section.services
      return [hardware, software].map(({ gateway, peers }): [string, string[]] => [gateway, peers.map(({ address }) => address)])
    }),
  )

/** @param port of the reflectors, on this device and on others */
export function createQuality({ port = STAMP_PORT, random = Math.random }: { port?: number; random?: () => number } = {}): Quality {
  const reflectors = new Map<string, Reflector>()
  const measured = new Map<string, Measured>()

  function answer(document: MemberDocument | null): void {
    const wanted = servicesOf(document)
    for (const [address, reflector] of reflectors) {
      if (wanted.has(address) && !reflector.failed) continue
      reflector.stop()
      reflectors.delete(address)
    }
    for (const [address, peers] of wanted) {
      const reflector = reflectors.get(address) ?? createReflector(address, port)
      reflectors.set(address, reflector)
      reflector.answer(peers)
      reflector.beat()
    }
  }

  function halt(one: Measured): void {
    one.sender?.stop()
    one.sender = undefined
  }

  function measure(document: MemberDocument | null, up: Parameters<Quality['look']>[1]): void {
    const there = new Set(up.flatMap(({ network_number, who, dialled }) => (dialled ? [`${network_number} ${who}`] : [])))
    const links = linksOf(document)
    const wanted = new Set(links.map(({ network_number, who }) => `${network_number} ${who}`))
    for (const [key, one] of measured) {
      if (!there.has(key) || !wanted.has(key)) halt(one)
      if (!wanted.has(key)) measured.delete(key)
    }
    for (const link of links) {
      const key = `${link.network_number} ${link.who}`
      const known = measured.get(key)
      const one = known ?? { ...link, tally: createTally(), usual: createUsual(), sender: undefined }
      measured.set(key, one)
      if (one.sender?.failed || one.local !== link.local || one.remote !== link.remote) halt(one)
      Object.assign(one, link)
      if (!there.has(key) || one.sender) continue
      const { local, remote, tally, usual } = one
      const ssid = 1 + Math.floor(random() * 65_535)
      one.sender = createSender({ local, remote, tally, usual, ssid, port, phase: seeded(`${local} ${key}`) })
    }
  }

  return {
    look(document, up) {
      answer(document)
      measure(document, up)
    },
    take() {
      const now = steadyNow()
      return [...measured.values()].flatMap(({ network_number, who, tally }) => {
        const figures = tally.take(now)
        return figures ? [{ network_number, who, ...figures }] : []
      })
    },
    stop() {
      for (const one of measured.values()) halt(one)
      measured.clear()
      for (const reflector of reflectors.values()) reflector.stop()
      reflectors.clear()
    },
  }
}
