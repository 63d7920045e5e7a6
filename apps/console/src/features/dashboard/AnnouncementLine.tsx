import { NotificationOutlined, PauseOutlined, CaretRightOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { type Announcement, contract } from '@weft/contract'
import { asking, useMedia, useText } from '@weft/ui'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { usePageOpen } from '../../shared/page/open-pages.ts'
import * as text from './foot.text.ts'

const ROTATION_MILLISECONDS = 5000
const LISTS = '/account/announcements'
const DETAIL = '/account/announcements/detail'

/** Shows the newest announcements in one line, one at a time. They do not move while paused, hovered or focused, or with reduced motion. */
export function AnnouncementLine() {
  const t = useText(text)
  const isOpen = usePageOpen()
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const [paused, setPaused] = useState(still)
  const [held, setHeld] = useState(false)
  const [turn, setTurn] = useState(0)
  const { data } = useQuery(asking(contract.announcements.list, { page: 1 }, { quiet: true }))
  const rows = data?.rows ?? []
  const several = rows.length > 1

  useEffect(() => {
    if (!several || paused || held) return
    const timer = setInterval(() => setTurn((now) => now + 1), ROTATION_MILLISECONDS)
    return () => clearInterval(timer)
  }, [several, paused, held])

  const shown = rows[turn % Math.max(1, rows.length)]
  if (!shown) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- what is pointed at or focused must not move
    <section
      className="dashboard-line dashboard-ticker"
      aria-label={t.announcements}
      aria-live="off"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className="dashboard-line-name">
        <NotificationOutlined aria-hidden /> {t.announcements}
      </span>
      <p key={shown.id} className="dashboard-announcement">
        {shown.tag && <span className="dashboard-tag">{shown.tag.split(/[,，]/)[0]}</span>}
        <AnnouncementTitle announcement={shown} />
      </p>
      {several && (
        <Button
          type="text"
          size="small"
          icon={paused ? <CaretRightOutlined aria-hidden /> : <PauseOutlined aria-hidden />}
          aria-label={paused ? t.resumeLabel : t.pauseLabel}
          onClick={() => setPaused(!paused)}
        >
          {paused ? t.resume : t.pause}
        </Button>
      )}
      {isOpen(LISTS) && <Link to={LISTS}>{t.more}</Link>}
    </section>
  )
}

function AnnouncementTitle({ announcement: { id, title, link } }: { announcement: Announcement }) {
  const t = useText(text)
  const isOpen = usePageOpen()
  if (link)
    return (
      <a href={link} target="_blank" rel="noreferrer">
        {title} <span aria-hidden>↗</span>
        <span className="weft-hidden">{t.newTab}</span>
      </a>
    )
  return isOpen(DETAIL) ? <Link to={`${DETAIL}?id=${encodeURIComponent(id)}`}>{title}</Link> : <span>{title}</span>
}
