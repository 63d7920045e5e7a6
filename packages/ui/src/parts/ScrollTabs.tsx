import { Tabs, type TabsProps } from 'antd'
import { useEffect, useRef } from 'react'
import { popupContainer } from './popup-container.ts'
import './scroll-tabs.css'

/**
 * Shows tabs whose list scrolls where the screen is too narrow for it, with the open tab in view. The library's menu of hidden tabs is
 * not used: it is a button within the list, which screen readers do not expect there.
 */
export function ScrollTabs({ activeKey, className = '', ...props }: TabsProps & { activeKey: string }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const tab = box.current?.querySelector<HTMLElement>(`[data-node-key="${activeKey}"]`)
    const list = tab?.closest('.ant-tabs-nav-wrap')
    if (tab && list) list.scrollLeft = tab.offsetLeft - list.clientWidth / 2
  }, [activeKey])
  return (
    <div ref={box}>
      <Tabs {...props} activeKey={activeKey} className={`scroll-tabs ${className}`} destroyOnHidden getPopupContainer={popupContainer} />
    </div>
  )
}
