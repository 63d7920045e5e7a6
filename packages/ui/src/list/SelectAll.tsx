import type { ReactNode } from 'react'

/** Disables the checkbox in the hidden copy of the header on which antd measures the columns, so that the focus cannot reach it. */
function leaveCopy(element: HTMLElement | null): void {
  element?.closest('.ant-table-measure-row')?.setAttribute('inert', '')
}

function SelectAll({ children }: { children: ReactNode }) {
  return <span ref={leaveCopy}>{children}</span>
}

/** Returns the checkbox above a column of checkboxes, as antd's `columnTitle`. */
export const selectAllTitle = (box: ReactNode) => <SelectAll>{box}</SelectAll>
