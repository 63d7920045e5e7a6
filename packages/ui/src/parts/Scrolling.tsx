import type { ReactNode } from 'react'

interface Props {
  /** The name of the scrolled content. */
  label: string
  role?: 'region' | 'group'
  className: string
  children: ReactNode
}

/** Scrolls content that is too large in a frame of its own, with the keyboard too. */
export const Scrolling = ({ label, role = 'group', className, children }: Props) => (
  <div className={className} role={role} aria-label={label} tabIndex={0}>
    {children}
  </div>
)
