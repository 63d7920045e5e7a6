import { DesktopOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons'
import { themeChoice, type ThemeChoice, useText } from '@weft/ui'
import { Dropdown } from 'antd'
import * as text from './layout.text.ts'

const icons: Record<ThemeChoice, React.ReactNode> = {
  light: <SunOutlined aria-hidden />,
  dark: <MoonOutlined aria-hidden />,
  system: <DesktopOutlined aria-hidden />,
}

/** 「浅色」, 「深色」, 「跟随系统」. */
export function ThemeSwitch() {
  const t = useText(text)
  const choice = themeChoice.use()
  const item = (key: ThemeChoice) => ({ key, icon: icons[key], label: t[key], onClick: () => themeChoice.set(key) })
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{ items: [item('light'), item('dark'), item('system')], selectable: true, selectedKeys: [choice] }}
    >
      <button type="button" className="console-header-item" aria-label={`${t.theme}: ${t[choice]}`} aria-haspopup="menu">
        {icons[choice]}
      </button>
    </Dropdown>
  )
}
