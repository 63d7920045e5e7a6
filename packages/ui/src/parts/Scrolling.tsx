import type { ReactNode } from 'react'

interface Props {
  /** What scrolls, by name. */
  label: string
  role?: 'region' | 'group'
  className: string
  children: ReactNode
}

/** What is too large scrolls in a frame of its own, with the keyboard too. */
export const Scrolling = ({ label, role = 'group', className, children }: Props) => (
  <div className={className} role={role} aria-label={label} tabIndex={0}>
    {children}
  </div>
)
