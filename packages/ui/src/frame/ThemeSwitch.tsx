import { DesktopOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useText } from '../i18n/use-text.ts'
import { themeChoice, type ThemeChoice, themeChoices } from '../theme/appearance.ts'
import * as text from './frame.text.ts'
import { HeaderMenu } from './HeaderMenu.tsx'

const icons: Record<ThemeChoice, ReactNode> = {
  light: <SunOutlined aria-hidden />,
  dark: <MoonOutlined aria-hidden />,
  system: <DesktopOutlined aria-hidden />,
}

/** Switches the theme: 「浅色」, 「深色」, 「跟随系统」. */
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
