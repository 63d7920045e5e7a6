import { createHash } from 'node:crypto'
import type { Remote, Section, CenterLinkEnd } from '../document.ts'

export interface RenderedFile {
  path: string
  content: string
}

export const ROOT = '/etc/weft'
/** Returns the path of one of a network's keys and certificates. The agent keeps these files; a document never holds them. */
export const pki = (network_number: string, file: 'ca.crt' | 'member.crt' | 'member.key' | 'tls-crypt.key') =>
  `${ROOT}/pki/${network_number}/${file}`

const digestOf = (name: string) => createHash('sha256').update(name).digest()

/** Returns the name of an interface that dials: its network and a hash of the other end, in 15 characters, the most that are allowed. */
const dialled = (letter: string, network_number: string, other: string) =>
  `${letter}${network_number}${digestOf(other).readUInt32BE(0).toString(36).padStart(7, '0').slice(-4)}`

export const interfaceOf = {
  hardware: (network_number: string) => `h${network_number}`,
  software: (network_number: string) => `s${network_number}`,
  twin: (network_number: string) => `t${network_number}`,
  center: (network_number: string, center: string) => dialled('c', network_number, center),
  pop: (network_number: string, pop_name: string) => dialled('p', network_number, pop_name),
}

/** Returns every interface that the files of a section bring up, in order. */
export function interfacesOf(section: Section): string[] {
  const { network_number } = section
  const services = section.services ? [interfaceOf.hardware(network_number), interfaceOf.software(network_number)] : []
  const twin = section.position === 'center' && section.twin && isDialled(section.twin) ? [interfaceOf.twin(network_number)] : []
  const links = section.position === 'point' ? section.links.filter((link) => link.enable && isDialled(link)) : []
  const pops = section.position === 'pop' ? [] : section.pop_links.filter(isDialled)
  return [
    ...services,
    ...twin,
    ...links.map(({ center }) => interfaceOf.center(network_number, center)),
    ...pops.map(({ pop_name }) => interfaceOf.pop(network_number, pop_name)),
  ]
}
/** Returns whether the tunnel has a known remote, or listens and needs none. */
const isDialled = (tunnel: { role?: CenterLinkEnd['role']; remote: Remote | null }) => tunnel.role === 'listen' || tunnel.remote !== null

const FIRST_ASN = 4_200_000_000
/** One number for each address of 10.128.0.0/9, from which segments are assigned. */
const LINK_ASNS = 2 ** 23
const MEMBER_ASNS = 80_000_000

/** Returns a member's private AS number. */
export const asnOf = (router_name: string): number => FIRST_ASN + LINK_ASNS + (digestOf(router_name).readUInt32BE(4) % MEMBER_ASNS)
/** Returns a branch's private AS number towards one center or POP, where no other branch has it, as none has the same address. */
export const linkAsn = (address: number): number => FIRST_ASN + (address % LINK_ASNS)
