import { AndroidFilled, AppleFilled, DownloadOutlined, LinuxOutlined, MobileOutlined, WindowsFilled } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { type ClientVersions, contract, linuxKinds } from '@weft/contract'
import { asking, useText } from '@weft/ui'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { HeaderMenu, type MenuItem, type MenuSection } from '@weft/ui/frame/HeaderMenu.tsx'
import * as text from './layout.text.ts'

const PAGE = '/download'
const MINUTES = 60_000
type Single = Exclude<keyof ClientVersions, 'linux'>

/**
 * Shows 「客户端下载」, the newest client of each system. The versions are requested when the menu is first opened; until they
 * arrive, if they do not, and for a system without a client of our own, an entry opens the download page.
 */
export function DownloadMenu() {
  const t = useText(text)
  const navigate = useNavigate()
  const [opened, setOpened] = useState(false)
  const { data } = useQuery({ ...asking(contract.clients.versions, {}, { quiet: true }), enabled: opened, staleTime: 5 * MINUTES })
  const toPage =
    (query = '') =>
    () =>
      void navigate(PAGE + query)

  const single = (key: Single, label: string, icon: ReactNode): MenuItem => {
    const version = data?.[key]
    const how = key === 'macos' || key === 'ios' ? t.toStore : t.get
    const page = `?system=${key}`
    const line = (extra: string, link: MenuItem['link']) => ({
      key,
      label,
      icon,
      extra: <span className="frame-drop-extra">{extra}</span>,
      link: link ?? { href: PAGE + page },
    })
    if (!version) return { ...line(data ? t.standard : how, undefined), onPick: toPage(page) }
    return line(how, 'url' in version ? { href: version.url, file: true } : { href: version.store_url, newTab: true })
  }
  const kinds = linuxKinds.filter((kind) => !data || data.linux[kind].length > 0)
  const linux: MenuSection =
    kinds.length === 0
      ? { key: 'linux', items: [{ key: 'linux', icon: <LinuxOutlined aria-hidden />, label: t.linuxSoon, disabled: true }] }
      : {
          key: 'linux',
          heading: t.linux,
          items: kinds.map((kind) => ({
            key: kind,
            icon: <LinuxOutlined aria-hidden />,
            label: t.linuxKinds[kind],
            onPick: toPage(`?system=linux&kind=${kind}`),
          })),
        }
  const sections: MenuSection[] = [
    {
      key: 'systems',
      items: [
        single('windows', 'Windows', <WindowsFilled aria-hidden />),
        single('macos', 'macOS', <AppleFilled aria-hidden />),
        single('android', 'Android', <AndroidFilled aria-hidden />),
        single('ios', 'iOS', <MobileOutlined aria-hidden />),
      ],
    },
    linux,
    { key: 'all', items: [{ key: 'all', icon: <DownloadOutlined aria-hidden />, label: t.allClients, onPick: toPage() }] },
  ]
  return (
    <HeaderMenu
      label={t.download}
      className="console-download"
      button={
        <>
          <DownloadOutlined aria-hidden />
          <span className="frame-header-text">{t.download}</span>
        </>
      }
      sections={sections}
      onOpen={() => setOpened(true)}
    />
  )
}
