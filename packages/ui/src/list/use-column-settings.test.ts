// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { useColumnSettings } from './use-column-settings.ts'

beforeEach(() => localStorage.clear())

it('a list that shows another table takes the columns of that one', () => {
  const columns = ['name', 'state'].map((key) => ({ key, title: key }))
  const { result, rerender } = renderHook(({ table }) => useColumnSettings(table, columns), { initialProps: { table: 'all' } })
  const shown = () => result.current.shown.map(({ key }) => key)
  act(() => result.current.toggle('state'))
  expect(shown()).toEqual(['name'])
  rerender({ table: 'hardware' })
  expect(shown()).toEqual(['name', 'state'])
  rerender({ table: 'all' })
  expect(shown()).toEqual(['name'])
})
