import { AndroidFilled, AppleFilled, LinuxOutlined, MobileOutlined, WindowsFilled } from '@ant-design/icons'
import type { ClientSystem } from '@weft/contract'

const icons = { windows: WindowsFilled, macos: AppleFilled, android: AndroidFilled, ios: MobileOutlined, linux: LinuxOutlined }

/** Draws the icon of an operating system that has a client; the system's name is written next to it. */
export function SystemIcon({ system }: { system: ClientSystem }) {
  const Icon = icons[system]
  return <Icon aria-hidden />
}
