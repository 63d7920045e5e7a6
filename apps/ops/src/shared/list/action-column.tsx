import type { ListColumn } from '@weft/ui'
import type { ReactNode } from 'react'
import '../page/panel.css'

/** Returns the last column of a list: the buttons of each row. */
export const actionColumn = <Row,>(title: string, width: number, buttonsOf: (row: Row) => ReactNode): ListColumn<Row> => ({
  key: 'actions',
  title,
  width,
  card: 'actions',
  pinned: true,
  render: (_, row) => <span className="desk-buttons">{buttonsOf(row)}</span>,
})
