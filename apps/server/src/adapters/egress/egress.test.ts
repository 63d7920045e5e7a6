import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createEgress, EgressFailure } from './egress.ts'
import { isPublicAddress, type Lookup } from './public-address.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})
async function serve(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}
const found =
  (...addresses: string[]): Lookup =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
const closed = createEgress({ WEFT_EGRESS_ALLOW: undefined })
const get = { method: 'GET' } as const
const reasonOf = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error) => (error instanceof EgressFailure ? error.reason : error),
  )

describe('the check for public addresses', () => {
  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '2400:3200::1', '2606:4700::1111'])('accepts %s', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  )
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '::ffff:0:127.0.0.1',
    '::ffff:0:a00:1',
    '64:ff9b:1::7f00:1',
    '4000::1',
    '2002:7f00:1::',
    '2001:0:1::',

    'fc00::1',
    'fd12::1',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    '',
    'example.com',
    '127.1',
    '0x7f000001',
  ])('rejects %s', (address) => expect(isPublicAddress(address)).toBe(false))
})

describe('a call to an address of a customer', () => {
  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:7f00:1]/',
    'http://10.0.0.1:443/',
    'http://localhost/',
  ])('is refused for %s, which is not public', async (url) => expect(await reasonOf(closed.call(url, get))).toBe('address_refused'))
  it.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'https://example.com:8443/',
    'https://user:secret@example.com/',
    'nowhere',
    'gopher://127.0.0.1:25/',
  ])('is refused for %s, whose form is not allowed', async (url) => expect(await reasonOf(closed.call(url, get))).toBe('address_wrong'))

  it('is refused if one of the addresses of a name is private', async () => {
    const egress = createEgress({ WEFT_EGRESS_ALLOW: undefined }, found('8.8.8.8', '10.0.0.1'))
    expect(await reasonOf(egress.call('https://mixed.example/', get))).toBe('address_refused')
  })
  it('connects to the address that was checked: the name is looked up once', async () => {
    const port = await serve((_, response) => response.end('here'))
    let asked = 0
    const egress = createEgress({ WEFT_EGRESS_ALLOW: `hook.example:${port}` }, async () => {
      asked += 1
      return [{ address: asked === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
    })
    const { status, body } = await egress.call(`http://hook.example:${port}/`, get)
    expect([status, body.toString(), asked]).toEqual([200, 'here', 1])
  })
  it('is excepted from the checks only for the host and port in the settings', async () => {
    const port = await serve((_, response) => response.end())
    const egress = createEgress({ WEFT_EGRESS_ALLOW: `127.0.0.1:${port}` })
    expect(await reasonOf(egress.call(`http://127.0.0.1:${port}/`, get))).toBe('answered')
    expect(await reasonOf(egress.call(`http://127.0.0.1/`, get))).toBe('address_refused')
    expect(await reasonOf(egress.call(`http://127.0.0.2:${port}/`, get))).toBe('address_wrong')
  })
})

describe('a call to a receiver that misbehaves', () => {
  const allowing = async (answer: RequestListener, call_ms = 100_000) => {
    const port = await serve(answer)
    const egress = createEgress({ WEFT_EGRESS_ALLOW: `127.0.0.1:${port}` }, undefined, call_ms)
    return egress.call(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' })
  }
  it('does not follow a redirect', async () => {
    expect(await reasonOf(allowing((_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end()))).toBe(
      'redirected',
    )
  })
  it('cuts off an endless answer', async () => {
    const stream: RequestListener = (_, response) => {
      const pour = () => {
        while (response.write('x'.repeat(16_384)));
      }
      response.on('drain', pour)
      pour()
    }
    expect(await reasonOf(allowing(stream))).toBe('too_large')
  })
  it('times out if the receiver never answers', async () => {
    expect(await reasonOf(allowing(() => {}, 100))).toBe('timeout')
  })
  it('fails as unreachable if no program listens on the port', async () => {
    const egress = createEgress({ WEFT_EGRESS_ALLOW: '127.0.0.1:1' })
    expect(await reasonOf(egress.call('http://127.0.0.1:1/', get))).toBe('unreachable')
  })
})
