import { DesktopOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons'
import { themeChoice, type ThemeChoice, themeChoices, useText } from '@weft/ui'
import type { ReactNode } from 'react'
import { HeaderMenu } from './HeaderMenu.tsx'
import * as text from './layout.text.ts'

const icons: Record<ThemeChoice, ReactNode> = {
  light: <SunOutlined aria-hidden />,
  dark: <MoonOutlined aria-hidden />,
  system: <DesktopOutlined aria-hidden />,
}

/** 「浅色」, 「深色」, 「跟随系统」. */
export function ThemeSwitch() {
  const t = useText(text)
  const choice = themeChoice.use()
  const items = themeChoices.map((key) => ({
    key,
    icon: icons[key],
    label: t[key],
    chosen: key === choice,
    onPick: () => themeChoice.set(key),
  }))
  return <HeaderMenu label={`${t.theme}: ${t[choice]}`} button={icons[choice]} sections={[{ key: 'theme', items }]} />
}
