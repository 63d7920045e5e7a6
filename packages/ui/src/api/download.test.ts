// @vitest-environment jsdom
import { contract } from '@weft/contract'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answer, type Asked, stubBrowser } from '../testing.tsx'
import { hearSavedFiles } from '../testing/saved-files.ts'
import { connectToast } from '../toast/toast.ts'
import { connectApi } from './call.ts'
import { download, saveFile } from './download.ts'
import { ApiRefusal, NetworkFailure } from './refusal.ts'
import { eventually } from '../../../../apps/server/test/eventually.ts'

const saved = hearSavedFiles()
let answers: (Answer | Response | Error)[]
let asked: Asked[]
let token: string
const toasts = vi.fn<(kind: string, content: unknown, key: string) => void>()
const end = vi.fn<(msg: string) => void>()
const refresh = vi.fn<() => Promise<boolean>>()

beforeEach(() => {
  for (const mock of [toasts, end, refresh]) mock.mockReset()
  answers = []
  asked = []
  token = 'first'
  connectToast({ show: toasts, removeProblems: () => {} })
  connectApi({ token: () => token, refresh, end, back: () => {} })
  stubBrowser((request) => {
    asked.push(request)
    const answer = answers.shift() ?? { data: null }
    if (answer instanceof Error) throw answer
    return answer
  })
})

const { export: endpoint } = contract.memberFiles
const file = (body: BodyInit, disposition = `attachment; filename="__.xlsx"; filename*=UTF-8''%E6%88%90%E5%91%98.xlsx`) =>
  new Response(body, { headers: { 'content-type': endpoint.media_type!, 'content-disposition': disposition } })
const refused = async (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )
const bytesOf = async (blob: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.readAsText(blob)
  })

describe('a download', () => {
  it('returns the file with its name, in the session and the language of the screen', async () => {
    answers = [file('the rows')]
    const { blob, file_name } = await download(endpoint, { progress: '00000000-0000-4000-8000-000000000001' })
    expect([await bytesOf(blob), blob.type, file_name]).toEqual(['the rows', endpoint.media_type, '成员.xlsx'])
    expect(asked[0]!.query.get('progress')).toBe('00000000-0000-4000-8000-000000000001')
    expect([asked[0]!.headers.get('authorization'), asked[0]!.headers.get('accept-language')]).toEqual(['Bearer first', 'zh-CN'])
    expect(toasts).not.toHaveBeenCalled()
  })

  it('reports the number of received bytes as they arrive', async () => {
    const pieces = ['one', 'three', 'x'].map((text) => new TextEncoder().encode(text))
    answers = [file(new ReadableStream({ pull: (to) => (pieces.length > 0 ? to.enqueue(pieces.shift()!) : to.close()) }))]
    const onBytes = vi.fn<(received: number) => void>()
    await download(endpoint, {}, { onBytes })
    expect(onBytes.mock.calls.map(([received]) => received)).toEqual([3, 8, 9])
  })

  it.each([
    ['attachment; filename="plain.ovpn"', 'plain.ovpn'],
    [`attachment; filename*=UTF-8''%E0%A4%A`, 'router-export'],
    [`attachment; filename="good"; filename*=UTF-8''..%2F..%2Fetc`, '.._.._etc'],
    ['', 'router-export'],
  ])('takes its name from %j', async (disposition, name) => {
    answers = [file('x', disposition)]
    expect((await download(endpoint, {})).file_name).toBe(name)
  })

  it('shows a refusal like every call', async () => {
    answers = [{ code: 422, msg: '导出数据为空' }]
    expect(await refused(download(endpoint, {}))).toMatchObject({ code: 422, msg: '导出数据为空' })
    expect(toasts).toHaveBeenCalledExactlyOnceWith('error', '导出数据为空', expect.any(String))
  })

  it('is repeated once with a new token after 2002', async () => {
    answers = [{ code: 2002, msg: '登录已过期，请重新登录' }, file('the rows')]
    refresh.mockImplementation(async () => {
      token = 'second'
      return true
    })
    expect(await bytesOf((await download(endpoint, {})).blob)).toBe('the rows')
    expect(asked.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer first', 'Bearer second'])
  })

  it('ends the session on a code that ends it', async () => {
    answers = [{ code: 2003, msg: '登录已失效，请重新登录' }]
    void download(endpoint, {}, { quiet: true })
    await eventually(() => expect(end).toHaveBeenCalledExactlyOnceWith('登录已失效，请重新登录'))
  })

  it('that breaks off is a failure, not a file', async () => {
    answers = [file(new ReadableStream({ pull: (to) => to.error(new TypeError('terminated')) }))]
    expect(await refused(download(endpoint, {}))).toBeInstanceOf(NetworkFailure)
    expect(toasts).toHaveBeenCalledExactlyOnceWith('error', '下载失败，请稍后再试', expect.any(String))
  })

  it('accepts no envelope, page or other kind of file as the file', async () => {
    answers = [{ data: null }, new Response('<html>', { headers: { 'content-type': 'text/html' } }), new Response('', { status: 502 })]
    expect(await refused(download(endpoint, {}))).toMatchObject({ code: 500 })
    expect(await refused(download(endpoint, {}))).toBeInstanceOf(ApiRefusal)
    expect(await refused(download(endpoint, {}))).toBeInstanceOf(NetworkFailure)
  })

  it('shows no toast after its caller gave it up', async () => {
    const leaving = new AbortController()
    leaving.abort()
    await refused(download(endpoint, {}, { signal: leaving.signal }))
    expect(toasts).not.toHaveBeenCalled()
  })
})

it('saveFile gives the browser a file with its name and leaves nothing on the page', () => {
  const file = new Blob(['x'])
  saveFile(file, '成员.xlsx')
  expect(saved).toHaveBeenCalledExactlyOnceWith(file, '成员.xlsx')
  expect(document.querySelector('a')).toBeNull()
})
