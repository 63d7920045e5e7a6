import { expect, it } from 'vitest'
import { measuredIn } from './measure.ts'

it('reads how long the way is, how much it varies and what is lost', () => {
  const said = `PING 10.128.0.1 (10.128.0.1) 56(84) bytes of data.

--- 10.128.0.1 ping statistics ---
5 packets transmitted, 4 received, 20% packet loss, time 803ms
rtt min/avg/max/mdev = 0.341/12.572/13.100/0.449 ms`
  expect(measuredIn(said)).toEqual({ rtt: 12.6, jitter: 0.4, loss: 20 })
})

it('reads a way on which everything is lost, as the message of a failed program', () => {
  const said = 'ping: --- 10.128.0.1 ping statistics ---; 5 packets transmitted, 0 received, 100% packet loss, time 812ms'
  expect(measuredIn(said)).toEqual({ rtt: null, jitter: null, loss: 100 })
})

it('a device without the program has measured nothing', () => {
  expect(measuredIn('ping: spawn ping ENOENT')).toBeNull()
})
