import { DownOutlined } from '@ant-design/icons'
import { type ReactNode, useState } from 'react'
import { NavLink } from 'react-router'
import { useText } from '../i18n/use-text.ts'
import * as text from './frame.text.ts'
import type { FrameGroup, FramePage } from './pages.ts'

type Waiting = Readonly<Record<string, number | undefined>>
const NOTHING: Waiting = {}

interface Props {
  groups: readonly FrameGroup[]
  /** The topmost page of the trail that leads to the one on screen. */
  top: FramePage | undefined
  collapsed: boolean
  /** The number of items that wait on a page, by its path; not shown if 0 or missing. */
  waiting?: Waiting
  /** Called when a link was followed. */
  onGo: (() => void) | undefined
}

/** Shows the pages that the user may open, by group. Several groups can be open. */
export function SidebarMenu({ groups, top, collapsed, waiting = NOTHING, onGo }: Props) {
  const here = top?.group
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(here ? [here] : []))
  const [seen, setSeen] = useState(here)
  if (here !== seen) {
    setSeen(here)
    if (here) setOpen(new Set(open).add(here))
  }
  const toggle = (name: string) =>
    setOpen((before) => {
      const next = new Set(before)
      if (!next.delete(name)) next.add(name)
      return next
    })
  return (
    <ul className="frame-menu">
      {groups.map((group) =>
        group.single && group.pages[0] ? (
          <li key={group.name}>
            <PageLink page={group.pages[0]} icon={group.icon} current={top?.path} waiting={waiting} onGo={onGo} />
          </li>
        ) : (
          <Group
            key={group.name}
            group={group}
            open={open.has(group.name)}
            here={group.name === here}
            collapsed={collapsed}
            current={top?.path}
            waiting={waiting}
            onGo={onGo}
            onToggle={() => toggle(group.name)}
          />
        ),
      )}
    </ul>
  )
}

interface GroupProps {
  group: FrameGroup
  open: boolean
  here: boolean
  collapsed: boolean
  current: string | undefined
  waiting: Waiting
  onGo: (() => void) | undefined
  onToggle: () => void
}

/** Opens in place; in the narrow sidebar its pages appear next to it on hover and focus. */
function Group({ group: { name, title: named, icon, pages }, open, here, collapsed, current, waiting, onGo, onToggle }: GroupProps) {
  const title = useText(named)
  const id = `menu-${name}`
  return (
    <li className={collapsed ? 'frame-menu-flying' : ''}>
      <button
        type="button"
        className={`frame-menu-item ${here ? 'frame-menu-here' : ''}`}
        aria-expanded={collapsed ? undefined : open}
        aria-controls={id}
        onClick={collapsed ? undefined : onToggle}
      >
        {icon}
        <span className="frame-menu-text">{title}</span>
        {(collapsed || !open) && <Count of={pages.reduce((sum, { path }) => sum + (waiting[path] ?? 0), 0)} />}
        <DownOutlined className={`frame-menu-arrow ${open ? 'frame-menu-arrow-open' : ''}`} aria-hidden />
      </button>
      <ul id={id} className="frame-submenu" hidden={!open && !collapsed} aria-label={title}>
        {pages.map((page) => (
          <li key={page.path}>
            <PageLink page={page} current={current} waiting={waiting} onGo={onGo} />
          </li>
        ))}
      </ul>
    </li>
  )
}

interface LinkProps {
  page: FramePage
  icon?: ReactNode
  current: string | undefined
  waiting: Waiting
  onGo: (() => void) | undefined
}

function PageLink({ page, icon, current, waiting, onGo }: LinkProps) {
  const title = useText(page.title)
  const t = useText(text)
  const here = page.path === current
  if (page.newTab)
    return (
      <a href={page.path} target="_blank" rel="noreferrer" onClick={onGo} className="frame-menu-item">
        {icon}
        <span className="frame-menu-text">
          {title} <span aria-hidden="true">↗</span>
          <span className="weft-hidden">{t.newWindow}</span>
        </span>
      </a>
    )
  return (
    <NavLink
      to={page.path}
      onClick={onGo}
      className={`frame-menu-item ${here ? 'frame-menu-current' : ''}`}
      title={icon ? title : undefined}
      {...(here ? { 'aria-current': 'page' as const } : {})}
    >
      {icon}
      <span className="frame-menu-text">{title}</span>
      <Count of={waiting[page.path] ?? 0} />
    </NavLink>
  )
}

const MOST_SHOWN = 99

function Count({ of }: { of: number }) {
  const t = useText(text)
  if (of === 0) return null
  return (
    <>
      <span className="frame-menu-count" aria-hidden="true">
        {of > MOST_SHOWN ? `${MOST_SHOWN}+` : of}
      </span>
      <span className="weft-hidden">{t.waiting(of)}</span>
    </>
  )
}
