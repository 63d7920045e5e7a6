import { DownOutlined } from '@ant-design/icons'
import { useText } from '@weft/ui'
import { useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { useAccount } from '../../shared/account/use-account.ts'
import { type GroupName, groups } from '../groups.ts'
import { type MenuGroup, menuFor, trailOf } from '../menu.ts'
import { type Page, pageAt } from '../pages.ts'
import { groupIcons } from './group-icons.tsx'
import * as text from './layout.text.ts'

/** The pages someone may open, by group. Several groups may be open. @param onGo hears that a link was followed */
export function SidebarMenu({ collapsed, onGo }: { collapsed: boolean; onGo?: () => void }) {
  const account = useAccount()
  const page = pageAt(useLocation().pathname)
  const top = page && trailOf(page)[0]
  const here = top?.group
  const [open, setOpen] = useState<ReadonlySet<GroupName>>(() => new Set(here ? [here] : []))
  const [seen, setSeen] = useState(here)
  if (here !== seen) {
    setSeen(here)
    if (here) setOpen(new Set(open).add(here))
  }
  const toggle = (name: GroupName) =>
    setOpen((before) => {
      const next = new Set(before)
      if (!next.delete(name)) next.add(name)
      return next
    })
  return (
    <ul className="console-menu">
      {menuFor(account).map((group) =>
        group.name === 'overview' && group.pages[0] ? (
          <li key={group.name}>
            <PageLink page={group.pages[0]} icon={group.name} current={top?.path} onGo={onGo} />
          </li>
        ) : (
          <Group
            key={group.name}
            group={group}
            open={open.has(group.name)}
            here={group.name === here}
            collapsed={collapsed}
            current={top?.path}
            onGo={onGo}
            onToggle={() => toggle(group.name)}
          />
        ),
      )}
    </ul>
  )
}

interface GroupProps {
  group: MenuGroup
  open: boolean
  here: boolean
  collapsed: boolean
  current: string | undefined
  onGo: (() => void) | undefined
  onToggle: () => void
}

/** Opens in place; in the narrow sidebar its pages fly out beside it on hover and focus. */
function Group({ group: { name, pages }, open, here, collapsed, current, onGo, onToggle }: GroupProps) {
  const title = useText(groups[name])
  const id = `menu-${name}`
  return (
    <li className={collapsed ? 'console-menu-flying' : ''}>
      <button
        type="button"
        className={`console-menu-item ${here ? 'console-menu-here' : ''}`}
        aria-expanded={collapsed ? undefined : open}
        aria-controls={id}
        onClick={collapsed ? undefined : onToggle}
      >
        {groupIcons[name]}
        <span className="console-menu-text">{title}</span>
        <DownOutlined className={`console-menu-arrow ${open ? 'console-menu-arrow-open' : ''}`} aria-hidden />
      </button>
      <ul id={id} className="console-submenu" hidden={!open && !collapsed} aria-label={title}>
        {pages.map((page) => (
          <li key={page.path}>
            <PageLink page={page} current={current} onGo={onGo} />
          </li>
        ))}
      </ul>
    </li>
  )
}

interface LinkProps {
  page: Page
  icon?: GroupName
  current: string | undefined
  onGo: (() => void) | undefined
}

function PageLink({ page, icon, current, onGo }: LinkProps) {
  const title = useText(page.title)
  const t = useText(text)
  const here = page.path === current
  if (page.newTab)
    return (
      <a href={page.path} target="_blank" rel="noreferrer" onClick={onGo} className="console-menu-item">
        {icon && groupIcons[icon]}
        <span className="console-menu-text">
          {title} <span aria-hidden="true">↗</span>
          <span className="weft-hidden">{t.newWindow}</span>
        </span>
      </a>
    )
  return (
    <NavLink
      to={page.path}
      onClick={onGo}
      className={`console-menu-item ${here ? 'console-menu-current' : ''}`}
      title={icon ? title : undefined}
      {...(here ? { 'aria-current': 'page' as const } : {})}
    >
      {icon && groupIcons[icon]}
      <span className="console-menu-text">{title}</span>
    </NavLink>
  )
}
