import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../../server/test/eventually.ts'
import { credentialFile } from './credential.ts'
import { createRenewal } from './renewal.ts'

const FIRST = 'first'.padEnd(43, '_')

interface Heard {
  bearer: string | undefined
  credential: string
  /** The credentials on the device's disk when it called the controller. */
  kept: string
}

/** Returns a device whose controller gives these answers in order and repeats the last one. */
async function aDevice(answers: readonly ((response: ServerResponse) => void)[]) {
  const folder = mkdtempSync(join(tmpdir(), 'weft-renewal-'))
  const path = join(folder, 'credential')
  const credential = credentialFile(path)
  credential.begin(FIRST)
  const heard: Heard[] = []
  let asked = 0
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    const { credential: next } = (await json(request)) as { credential: string }
    heard.push({ bearer: request.headers.authorization?.slice('Bearer '.length), credential: next, kept: credential.current() })
    answers[Math.min(++asked, answers.length) - 1]!(response)
  }
  const server = createServer((request, response) => void listener(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close().closeAllConnections()
    rmSync(folder, { recursive: true })
  })
  const outcomes: string[] = []
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const controller = { server: address, ca: undefined }
  const renewal = createRenewal({ controller, credential, onOutcome: (outcome, text) => void outcomes.push(`${outcome}: ${text}`) })
  return { path, credential, heard, outcomes, renew: renewal.renew, repeat: renewal.repeat }
}
const taken = (response: ServerResponse) => void response.end(JSON.stringify({ code: 200, msg: '', data: null }))
const refused = (response: ServerResponse) => void response.end(JSON.stringify({ code: 401, msg: 'unknown', data: null }))
const another = (response: ServerResponse) => void response.end(JSON.stringify({ code: 409, msg: 'make another', data: null }))
const lost = (response: ServerResponse) => void response.destroy()

it('a device keeps its next credential once the controller accepts it, and then uses it', async () => {
  const { credential, heard, outcomes, renew } = await aDevice([taken])
  const next = credential.next()
  await renew()
  expect(credential.current()).toBe(next)
  expect(heard).toEqual([
    { bearer: FIRST, credential: next, kept: FIRST },
    { bearer: next, credential: next, kept: next },
  ])
  expect(outcomes).toEqual(['renewed: the credential is another now'])
})

it.each([
  ['is refused', refused, 'unknown'],
  ['gets no answer', lost, 'hang up'],
])('a device that %s keeps its credential, and later sends the same new one', async (_, answer, why) => {
  const { credential, heard, outcomes, renew } = await aDevice([answer, taken])
  await renew()
  expect(credential.current()).toBe(FIRST)
  expect(outcomes).toEqual([expect.stringMatching(`^kept: .*${why}`)])
  await renew()
  expect(heard[1]).toEqual(heard[0])
  expect(credential.current()).toBe(heard[0]!.credential)
})

it('a device that cannot save a new credential sends no request', async () => {
  const { path, credential, heard, outcomes, renew } = await aDevice([taken])
  mkdirSync(`${path}.next.new`)
  await renew()
  expect([credential.current(), heard]).toEqual([FIRST, []])
  expect(outcomes).toEqual([expect.stringMatching(/^kept: /)])
})

it('a renewal is complete once the new credential is kept, even if its first use fails', async () => {
  const { credential, outcomes, renew } = await aDevice([taken, lost])
  const next = credential.next()
  await renew()
  expect(credential.current()).toBe(next)
  expect(outcomes).toEqual(['renewed: the credential is another now'])
})

it('a device that is asked twice at once renews once, and logs no credential', async () => {
  const { credential, heard, outcomes, renew } = await aDevice([taken])
  await Promise.all([renew(), renew()])
  expect(heard).toHaveLength(2)
  expect(outcomes).toHaveLength(1)
  expect(outcomes.join(' ')).not.toContain(credential.current())
})

it('a device whose credential is refused has the controller accept it again by the former one, and keeps both', async () => {
  const { credential, heard, outcomes, renew, repeat } = await aDevice([taken])
  expect(await repeat()).toBe(false)
  expect(heard).toEqual([])
  await renew()
  const present = credential.current()
  heard.length = outcomes.length = 0
  expect(await repeat()).toBe(true)
  expect(heard).toEqual([{ bearer: FIRST, credential: present, kept: present }])
  expect([credential.current(), credential.former()]).toEqual([present, FIRST])
  expect(outcomes).toEqual(['repeated: the controller knew only the former credential, and accepts the present one again'])
})

it('a device whose former credential is refused too says so', async () => {
  const { outcomes, renew, repeat } = await aDevice([taken, taken, refused])
  await renew()
  expect(await repeat()).toBe(false)
  expect(outcomes.at(-1)).toBe('refused: the former credential does not help either: unknown')
})

it('a device whose next credential belongs to another enrolment makes another at once', async () => {
  const { credential, heard, outcomes, renew } = await aDevice([another, taken])
  const next = credential.next()
  await renew()
  expect(heard.map((call) => call.credential)).toEqual([next, credential.current(), credential.current()])
  expect(credential.current()).not.toBe(next)
  expect(outcomes).toEqual(['renewed: the credential is another now'])
})

it('a device that is refused while it renews its credential tries nothing else', async () => {
  let answer = () => {}
  const { credential, heard, renew, repeat } = await aDevice([(response) => void (answer = () => taken(response)), taken])
  const renewed = renew()
  await eventually(() => expect(heard).toHaveLength(1))
  expect(await repeat()).toBe(true)
  expect(heard).toHaveLength(1)
  answer()
  await renewed
  expect(credential.current()).toBe(heard[0]!.credential)
})

it('a device that cannot read its former credential says so', async () => {
  const { path, outcomes, repeat } = await aDevice([taken])
  mkdirSync(`${path}.former`)
  expect(await repeat()).toBe(false)
  expect(outcomes).toEqual([expect.stringContaining('EISDIR')])
})
