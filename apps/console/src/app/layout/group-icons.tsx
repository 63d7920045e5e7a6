import {
  AlertOutlined,
  ApartmentOutlined,
  CloudServerOutlined,
  CustomerServiceOutlined,
  DashboardOutlined,
  FileSearchOutlined,
  LaptopOutlined,
  SafetyCertificateOutlined,
  UserOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import type { GroupName } from '../groups.ts'

/** The icon of each group of the sidebar. */
export const groupIcons: Record<GroupName, ReactNode> = {
  overview: <DashboardOutlined aria-hidden />,
  user: <UserOutlined aria-hidden />,
  network: <ApartmentOutlined aria-hidden />,
  saas: <CloudServerOutlined aria-hidden />,
  member: <LaptopOutlined aria-hidden />,
  monitor: <AlertOutlined aria-hidden />,
  audit: <FileSearchOutlined aria-hidden />,
  access: <SafetyCertificateOutlined aria-hidden />,
  support: <CustomerServiceOutlined aria-hidden />,
}
