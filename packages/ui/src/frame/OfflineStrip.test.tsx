// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { openPage, stubBrowser } from '../testing.tsx'
import { OfflineStrip } from './OfflineStrip.tsx'

const read = vi.fn<() => Promise<string>>()
const fresh = vi.fn<() => Promise<string>>()
beforeEach(() => {
  read.mockReset()
  fresh.mockReset()
  stubBrowser(() => ({}))
})

function Page() {
  const { data } = useQuery({ queryKey: ['one'], queryFn: read })
  const { data: other } = useQuery({ queryKey: ['two'], queryFn: fresh, staleTime: 'static' })
  return (
    <>
      <OfflineStrip />
      <p>{data ?? 'nothing'}</p>
      <p>{other}</p>
    </>
  )
}

it('once the network is back, what failed or is out of date is read again, and nothing else', async () => {
  read.mockRejectedValueOnce(new TypeError('gone')).mockResolvedValueOnce('first').mockResolvedValue('second')
  fresh.mockResolvedValue('kept')
  openPage(<Page />)
  await screen.findByText('kept')
  expect(screen.getByText('nothing')).toBeTruthy()
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(screen.getByText('网络已断开', { exact: false })).toBeTruthy()
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('first')).toBeTruthy()
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('second')).toBeTruthy()
  expect(fresh).toHaveBeenCalledOnce()
})
