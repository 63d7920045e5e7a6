import { readFileSync } from 'node:fs'
import { networkInterfaces, release } from 'node:os'
import { release as ownRelease } from '@weft/release'
import { oneLine } from '../../one-line.ts'
import type { DeviceFacts } from '../../protocol/enrol.ts'

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
function named(name: string, text: string, most: number): Record<string, string> {
  const line = oneLine(text, most).trim()
  return line === '' ? {} : { [name]: line }
}

/** Returns the facts of the device, as far as the machine provides them. */
export function deviceFacts(): DeviceFacts {
  const system = /^PRETTY_NAME="?([^"\n]*)"?$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? ''
  const mac = Object.values(networkInterfaces())
    .flat()
    .find((one) => one && !one.internal && one.mac !== '00:00:00:00:00:00')?.mac
  return {
    os: 'Linux',
    version: ownRelease(),
    ...named('model', read('/sys/class/dmi/id/product_name'), 64),
    ...named('mac', mac ?? '', 32),
    ...named('sys_brand', read('/sys/class/dmi/id/sys_vendor'), 64),
    ...named('sys_version', `${system} ${release()}`.trim(), 64),
  }
}
