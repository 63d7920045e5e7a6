import { freemem, loadavg, totalmem, uptime } from 'node:os'
import type { Measured } from '@weft/contract/agent-protocol'
import type { DriverCheck } from '../driver.ts'
import { defaultGateway } from './kernel.ts'
import { runProgram } from './run-program.ts'

/** Sends five packets within a second. @returns what came back; null if the device has no program for it */
export async function measure(address: string): Promise<Measured | null> {
  const said = await runProgram('ping', ['-n', '-q', '-c', '5', '-i', '0.2', '-W', '1', address]).catch((error: Error) => error.message)
  return measuredIn(said)
}

/** Reads the last lines of `ping`: how many packets came back, and the shortest, average and longest way and the deviation. */
export function measuredIn(said: string): Measured | null {
  const [, sent, received] = /(\d+) packets transmitted, (\d+) received/.exec(said) ?? []
  if (sent === undefined) return null
  const [, rtt, jitter] = /= [\d.]+\/([\d.]+)\/[\d.]+\/([\d.]+) ms/.exec(said) ?? []
  const loss = Math.round((1 - Number(received) / Math.max(1, Number(sent))) * 1000) / 10
  return { rtt: tenths(rtt), jitter: tenths(jitter), loss }
}

const tenths = (figure: string | undefined) => (figure === undefined ? null : Math.round(Number(figure) * 10) / 10)

/** Returns how the device is, and its next hop to the internet. */
export async function checkDevice(): Promise<Omit<DriverCheck, 'tunnels'>> {
  const address = await defaultGateway().catch(() => undefined)
  return {
    uptime: Math.floor(uptime()),
    load: Math.round((loadavg()[0] ?? 0) * 100) / 100,
    memory: Math.round((1 - freemem() / totalmem()) * 100),
    gateway: address === undefined ? null : { address, measured: await measure(address) },
  }
}
