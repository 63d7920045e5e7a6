import type { ReactNode } from 'react'

/** antd measures the columns on a hidden copy of the header, whose box nobody must reach. */
function leaveCopy(element: HTMLElement | null): void {
  element?.closest('.ant-table-measure-row')?.setAttribute('inert', '')
}

function SelectAll({ children }: { children: ReactNode }) {
  return <span ref={leaveCopy}>{children}</span>
}

/** The box above a column of boxes, as antd's `columnTitle`. */
export const selectAllTitle = (box: ReactNode) => <SelectAll>{box}</SelectAll>
