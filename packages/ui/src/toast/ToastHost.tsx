import { message } from 'antd'
import { useEffect } from 'react'
import { connectToast } from './toast.ts'

const SECONDS = 5
const AT_MOST = 3

/** Draws the toasts with antd's message, which says role=alert and pauses on hover. */
export function ToastHost() {
  const [api, holder] = message.useMessage({ duration: SECONDS, maxCount: AT_MOST, pauseOnHover: true, top: 64 })
  useEffect(() => {
    connectToast((type, content, key) => void api.open({ type, content, key }))
    return () => connectToast(undefined)
  }, [api])
  return holder
}
