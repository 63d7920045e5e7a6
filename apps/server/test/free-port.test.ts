import { expect, it } from 'vitest'
import { freePort, freePorts } from './free-port.ts'

it('a port is below those of outgoing connections, and is not given out twice', async () => {
  const ports = [...(await freePorts(6)), await freePort(), await freePort()]
  expect(new Set(ports).size).toBe(8)
  expect(Math.max(...ports)).toBeLessThan(32_768)
})
