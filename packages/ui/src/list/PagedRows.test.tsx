// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { PAGE_SIZE } from '@weft/contract'
import { expect, it } from 'vitest'
import { openPage, stubBrowser } from '../testing.tsx'
import { user } from '../testing/user.ts'
import { PagedRows } from './PagedRows.tsx'

it.each([true, false])('rows that are loaded already come in pages of the same size as those of the server: wide %s', async (wide) => {
  stubBrowser(() => ({}), wide)
  const rows = Array.from({ length: PAGE_SIZE + 1 }, (_, at) => ({ name: `row ${at}` }))
  openPage(
    <PagedRows
      rows={rows}
      keyOf={({ name }) => name}
      columns={[{ key: 'name', title: 'Name', card: 'title', render: (_, { name }) => name }]}
      nothing={null}
    />,
    '/',
  )
  expect(await screen.findAllByText(/^row /)).toHaveLength(PAGE_SIZE)
  await user.click(screen.getByTitle('2'))
  expect(screen.getAllByText(/^row /).map(({ textContent }) => textContent)).toEqual([`row ${PAGE_SIZE}`])
})
