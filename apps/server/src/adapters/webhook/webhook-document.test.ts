import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { freePort } from '../../../test/free-port.ts'
import { createEgress } from '../egress/egress.ts'
import { SendFailure } from '../send-failure.ts'
import { type Card, createWebhookSender } from './webhook.ts'
import { eventually } from '../../../test/eventually.ts'

const DOCUMENT = join(import.meta.dirname, '../../../../../docs/webhook.md')
/** Returns the example program of a language from the document. */
const exampleOf = (fence: string): string => new RegExp(`\`\`\`${fence}\n(.*?)\n\`\`\``, 's').exec(readFileSync(DOCUMENT, 'utf8'))![1]!
/** The second and third are tested only if their language is installed. */
const languages = [
  { fence: 'js', file: 'receiver.cjs', command: process.execPath },
  { fence: 'python', file: 'receiver.py', command: 'python3' },
  { fence: 'java', file: 'Receiver.java', command: 'java' },
].filter(({ command }) => spawnSync(command, ['--version']).status === 0)

const card: Card = {
  id: '5f0f1c0e-0000-4000-8000-000000000001',
  title: '2 个成员离线',
  good: false,
  content: { lines: [{ event: 'router_offline', good: false, time: 1_795_250_000, text: '成员 上海总部 已离线' }], more: 0 },
  memberUrl: () => '',
  url: 'https://console.example/monitor/setting',
  account_number: '10000001',
  product: '经纬',
  time: new Date('2026-11-22T08:30:00Z'),
}
const SECRET = 'orchard-七'

const folder = mkdtempSync(join(tmpdir(), 'weft-receivers-'))
afterAll(() => rmSync(folder, { recursive: true }))
let program: ChildProcess | undefined
afterEach(() => program?.kill())

describe('the receiver that docs/webhook.md shows', () => {
  it.each(languages)('in $fence accepts signed calls and nothing else', async ({ fence, file, command }) => {
    writeFileSync(join(folder, file), exampleOf(fence))
    const port = await freePort()
    // Java reads its environment in the encoding of the locale, which the shell of a test may not name.
    const env = { ...process.env, LC_ALL: 'C.UTF-8', PORT: String(port), SECRET }
    program = spawn(command, [join(folder, file)], { env, stdio: 'ignore' })
    const sender = createWebhookSender(createEgress({ WEFT_EGRESS_ALLOW: `127.0.0.1:${port}` }))
    const send = (secret: string | undefined) =>
      sender.send('other', { url: `http://127.0.0.1:${port}/`, secret }, card, card.time).catch((error: unknown) => {
        if (error instanceof SendFailure) return error.answer
        throw error
      })
    await eventually(async () => expect(await send(SECRET)).toBe(204))
    expect(await send('another')).toBe('HTTP 401')
    expect(await send(undefined)).toBe('HTTP 401')
  })
})
