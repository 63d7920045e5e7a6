import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { note, PROGRESS } from '../../../scripts/runner/progress.ts'

/** Programs that tests start and that a machine may lack, each with the package of Debian that has it. */
const PACKAGES = {
  slapd: 'slapd',
  'nats-server': 'nats-server',
  promtool: 'prometheus',
  openssl: 'openssl',
  openvpn: 'openvpn',
  nft: 'nftables',
  ip: 'iproute2',
  ping: 'iputils-ping',
  vtysh: 'frr',
}
export type Program = keyof typeof PACKAGES

/** Folders that are searched after those of PATH: other users than root lack those for administrators. */
const ALWAYS_SEARCHED = ['/usr/bin', '/usr/sbin', '/sbin']

/** Returns the path of a program; undefined if it is not installed. */
export const findProgram = (program: string): string | undefined =>
  [...(process.env.PATH ?? '').split(':'), ...ALWAYS_SEARCHED].map((folder) => join(folder, program)).find(isExecutable)

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Returns why a program cannot be started; undefined if it can. */
export const whyMissing = (program: Program): string | undefined =>
  findProgram(program) === undefined ? `${program} is not installed (Debian: apt-get install ${PACKAGES[program]})` : undefined

/**
 * Returns whether a machine lacks a program, for `describe.skipIf` of the tests that start it: they are skipped, never failed. The run says
 * so at its end.
 */
export function lacks(program: Program): boolean {
  const why = whyMissing(program)
  if (why !== undefined) tellLack(why)
  return why !== undefined
}

/** Reports why tests are skipped. `npm test` prints each reason once, at its end; a run of one test file prints it at once. */
export function tellLack(why: string): void {
  if (process.env[PROGRESS] === undefined) console.warn(`skipped, because ${why}`)
  else note('lacks', why)
}
