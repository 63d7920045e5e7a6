import {
  ApartmentOutlined,
  CustomerServiceOutlined,
  DashboardOutlined,
  HddOutlined,
  NotificationOutlined,
  TeamOutlined,
  ToolOutlined,
} from '@ant-design/icons'
import type { Text } from '@weft/ui'
import type { ReactNode } from 'react'

export type GroupName = 'start' | 'customer' | 'device' | 'network' | 'support' | 'publication' | 'system'

interface Group {
  title: Text<string>
  icon: ReactNode
}

/** The sidebar's groups, in order. */
export const groups: Record<GroupName, Group> = {
  start: { title: { zhCN: '工作台', en: 'Start' }, icon: <DashboardOutlined aria-hidden /> },
  customer: { title: { zhCN: '客户', en: 'Customers' }, icon: <TeamOutlined aria-hidden /> },
  device: { title: { zhCN: '设备', en: 'Devices' }, icon: <HddOutlined aria-hidden /> },
  network: { title: { zhCN: '组网', en: 'Networking' }, icon: <ApartmentOutlined aria-hidden /> },
  support: { title: { zhCN: '售后', en: 'Support' }, icon: <CustomerServiceOutlined aria-hidden /> },
  publication: { title: { zhCN: '内容发布', en: 'Publishing' }, icon: <NotificationOutlined aria-hidden /> },
  system: { title: { zhCN: '系统', en: 'System' }, icon: <ToolOutlined aria-hidden /> },
}
export const groupNames = Object.keys(groups) as GroupName[]
