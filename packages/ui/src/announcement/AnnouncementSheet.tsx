import type { ReactNode } from 'react'
import './announcement.css'

/** Draws the sheet on which an announcement stands, on its page and in the preview of those who write it. */
export function AnnouncementSheet({ header, children }: { header: ReactNode; children: ReactNode }) {
  return (
    <article className="announcement-sheet">
      <div className="announcement-head">{header}</div>
      {children}
    </article>
  )
}
