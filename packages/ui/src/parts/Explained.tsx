import { Tooltip } from 'antd'
import type { ReactNode } from 'react'

interface Props {
  why: string
  className?: string
  children: ReactNode
}

/** Shows something short, with an explanation on hover and focus. */
export const Explained = ({ why, className, children }: Props) => (
  <Tooltip title={why} trigger={['hover', 'focus']}>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what it says must be reached by keyboard */}
    <span className={className} tabIndex={0}>
      {children}
    </span>
  </Tooltip>
)
