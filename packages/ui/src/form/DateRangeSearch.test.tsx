// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { useEffect, useState } from 'react'
import { openPage, stubBrowser } from '../testing.tsx'
import { DateRangeSearch } from './DateRangeSearch.tsx'
import { dayOf, daysBetween, lastDays } from './day-range.ts'
import { user } from '../testing/user.ts'

/** 2026-11-21 23:30:00 in Shanghai. */
const late = Date.UTC(2026, 10, 21, 15, 30) / 1000

describe('a range of days', () => {
  it('begins and ends in Asia/Shanghai and includes the last second', () => {
    expect(daysBetween('2026-11-21', '2026-11-21')).toEqual({
      start_time: String(Date.UTC(2026, 10, 20, 16) / 1000),
      end_time: String(Date.UTC(2026, 10, 21, 16) / 1000 - 1),
    })
  })

  it('that ends today includes the days before it, by the date in Shanghai', () => {
    expect(lastDays(7, late)).toEqual(daysBetween('2026-11-14', '2026-11-21'))
    expect(lastDays(7, late + 1800)).toEqual(daysBetween('2026-11-15', '2026-11-22'))
    expect(lastDays(0, late)).toEqual(daysBetween('2026-11-21', '2026-11-21'))
  })
})

const initial = lastDays(7)
const today = dayOf(Date.now() / 1000)
let shown: Record<string, unknown>
function Search() {
  const [filters, setFilters] = useState<Partial<Record<string, string>>>({})
  useEffect(() => {
    shown = filters
  }, [filters])
  const show = (next: Record<string, unknown>) =>
    setFilters(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')) as typeof filters)
  return (
    <>
      <DateRangeSearch list={{ filters, show }} initial={initial} />
      <button onClick={() => setFilters({})}>清空筛选</button>
    </>
  )
}
beforeEach(() => stubBrowser(() => ({})))

const day = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const enter = async (name: string, value: string) => {
  await user.clear(day(name))
  await user.type(day(name), `${value}{Enter}`)
}

/** Opens the calendars, which only days of one's own need. */
const openDays = async () => {
  await user.click(await screen.findByRole('combobox', { name: '时间范围' }))
  await user.click(await screen.findByTitle('自定义'))
}

it('the search starts with the given days, asks for others by keyboard, and clears the filter when the given days are chosen again', async () => {
  openPage(<Search />)
  expect(await screen.findByText('近 7 天')).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: '结束日期' })).toBeNull()
  await openDays()
  expect(day('结束日期').value).toBe(today)
  expect(day('开始日期').value).toBe(dayOf(Number(initial.start_time)))
  await enter('开始日期', '2026-01-05')
  await waitFor(() => expect(shown).toEqual(daysBetween('2026-01-05', today)))
  await enter('开始日期', dayOf(Number(initial.start_time)))
  await waitFor(() => expect(shown).toEqual({}))
})

it('clearing the filters closes the calendars', async () => {
  openPage(<Search />)
  await openDays()
  await enter('开始日期', '2026-01-05')
  await user.click(screen.getByRole('button', { name: '清空筛选' }))
  await waitFor(() => expect(screen.queryByRole('textbox', { name: '开始日期' })).toBeNull())
})

it('the search never asks for days that end before they begin', async () => {
  openPage(<Search />)
  await openDays()
  await enter('结束日期', '2026-01-05')
  await waitFor(() => expect(shown).toEqual(daysBetween('2026-01-05', '2026-01-05')))
  await enter('开始日期', '2026-02-01')
  await waitFor(() => expect(shown).toEqual(daysBetween('2026-02-01', '2026-02-01')))
})

it('days that an address names wrongly are the given ones', async () => {
  for (const wrong of ['NaN', 'yesterday', '1e20']) {
    const { unmount } = openPage(
      <DateRangeSearch list={{ filters: { start_time: wrong, end_time: wrong }, show: () => {} }} initial={initial} />,
    )
    expect(await screen.findByText('近 7 天')).toBeTruthy()
    unmount()
  }
})
