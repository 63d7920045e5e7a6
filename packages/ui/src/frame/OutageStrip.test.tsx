// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { outage } from '../api/outage.ts'
import { ApiRefusal } from '../api/refusal.ts'
import { language } from '../i18n/use-text.ts'
import { openPage, stubBrowser } from '../testing.tsx'
import { OutageStrip } from './OutageStrip.tsx'

const away = new ApiRefusal(503, '', { retry_after: 2 })
const read = vi.fn<() => Promise<string>>()
let ready: number
beforeEach(() => {
  act(() => outage.heard())
  read.mockReset()
  ready = 503
  language.set('zh-CN')
  stubBrowser(({ path }) => new Response('{}', { status: path === '/readyz' ? ready : 404 }))
})

function Page() {
  const { data } = useQuery({ queryKey: ['one'], queryFn: read })
  return (
    <>
      <OutageStrip />
      <p>{data ?? 'nothing'}</p>
    </>
  )
}
const strip = () => screen.getAllByRole('status')[0]!.textContent

it.each([
  ['zh-CN', '数据库暂时不可用，正在重试'],
  ['en', 'The database is unavailable for the moment; retrying'],
] as const)('the strip shows in %s, as a status, that the database is away, and disappears with the first answer', (spoken, sentence) => {
  language.set(spoken)
  read.mockResolvedValue('row')
  openPage(<Page />)
  expect(strip()).toBe('')
  act(() => outage.heard(away))
  expect(strip()).toBe(sentence)
  act(() => outage.heard())
  expect(strip()).toBe('')
})

it('the strip notices on its own that the database is back, and failed reads are repeated', async () => {
  read.mockRejectedValueOnce(away).mockResolvedValue('row')
  openPage(<Page />)
  await screen.findByText('nothing')
  act(() => outage.heard(away))
  expect(strip()).not.toBe('')
  ready = 200
  await screen.findByText('row')
  expect(strip()).toBe('')
})
