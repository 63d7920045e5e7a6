import type { ServicePort } from '@weft/contract'
import { isPublic, parseIpv4 } from '@weft/net'
import type { Problem, ProblemOf } from './problem.ts'

type EqualPorts = ProblemOf<'portsEqual' | 'publicPortsEqual'>

/** Returns the problems of two services of one member that listen on one port, or are dialled at one address and port. */
export function equalPorts(router: ServicePort, software: ServicePort): EqualPorts[] {
  const problems: EqualPorts[] = []
  if (router.static_port !== null && router.static_port === software.static_port)
    problems.push({ code: 'portsEqual', where: { part: 'static_port' }, with: undefined })
  if (router.public_ip !== null && router.public_ip === software.public_ip && router.public_port === software.public_port)
    problems.push({ code: 'publicPortsEqual', where: { part: 'public_port' }, with: undefined })
  return problems
}

/** Returns the problem of an address that is to be dialled from the internet and is not public; null is none. */
export function notPublicProblem(ip: string | null): Problem | undefined {
  const address = ip === null ? undefined : parseIpv4(ip)
  return address === undefined || isPublic(address) ? undefined : { code: 'addressNotPublic', with: { ip: ip! } }
}
