import { AndroidFilled, AppleFilled, LinuxOutlined, MobileOutlined, WindowsFilled } from '@ant-design/icons'
import type { ClientSystem } from '@weft/contract'

const icons = { windows: WindowsFilled, macos: AppleFilled, android: AndroidFilled, ios: MobileOutlined, linux: LinuxOutlined }

/** The mark of a system that there is a client for; its name stands beside it. */
export function SystemIcon({ system }: { system: ClientSystem }) {
  const Icon = icons[system]
  return <Icon aria-hidden />
}
