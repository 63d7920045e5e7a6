import { AndroidFilled, AppleFilled, LinuxOutlined, MobileOutlined, WindowsFilled } from '@ant-design/icons'
import type { ClientSystem } from '@weft/contract'

const icons = { windows: WindowsFilled, macos: AppleFilled, android: AndroidFilled, ios: MobileOutlined, linux: LinuxOutlined }

export function SystemIcon({ system }: { system: ClientSystem }) {
  const Icon = icons[system]
  return (
    <span className="download-icon" aria-hidden="true">
      <Icon />
    </span>
  )
}
