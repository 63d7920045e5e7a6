import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled, InfoCircleFilled } from '@ant-design/icons'
import { type Dispatch, type ReactNode, type SetStateAction, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { WithSupport } from '../site/WithSupport.tsx'
import './toast.css'
import { connectToast, type ToastKind } from './toast.ts'

const SECONDS = 5
const AT_MOST = 3

interface Toast {
  kind: ToastKind
  content: ReactNode
  key: string
}
type Shown = readonly Toast[]

const icons = { success: CheckCircleFilled, warning: ExclamationCircleFilled, error: CloseCircleFilled, info: InfoCircleFilled }

/** Returns the toasts with one more. A repeated toast keeps its place and its time restarts. */
const withOne = (toasts: Shown, next: Toast): Shown =>
  toasts.some(({ key }) => key === next.key)
    ? toasts.map((toast) => (toast.key === next.key ? next : toast))
    : [...toasts, next].slice(-AT_MOST)

const isProblem = ({ kind }: Toast) => kind === 'error' || kind === 'warning'

/** Shows the toasts, above dialogs too. Every page loads this, and antd's message would be a twentieth of its size. */
export function ToastHost() {
  const [toasts, setToasts] = useState<Shown>([])
  useEffect(() => {
    const removeProblems = () => setToasts((before) => (before.some(isProblem) ? before.filter((one) => !isProblem(one)) : before))
    connectToast({ show: (kind, content, key) => setToasts((before) => withOne(before, { kind, content, key })), removeProblems })
    // Before the form itself hears of it, and may have something new to say.
    document.addEventListener('submit', removeProblems, { capture: true })
    return () => {
      connectToast(undefined)
      document.removeEventListener('submit', removeProblems, { capture: true })
    }
  }, [])
  if (toasts.length === 0) return null
  return createPortal(
    <div className="weft-toasts">
      {toasts.map((toast) => (
        <ToastLine key={toast.key} toast={toast} setToasts={setToasts} />
      ))}
    </div>,
    document.body,
  )
}

/** Shows one toast, which stays while the pointer is over it. */
function ToastLine({ toast, setToasts }: { toast: Toast; setToasts: Dispatch<SetStateAction<Shown>> }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return undefined
    const timer = setTimeout(() => setToasts((before) => before.filter((one) => one !== toast)), SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [held, toast, setToasts])
  const Icon = icons[toast.kind]
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- whoever points at it is still reading
    <div
      role="alert"
      className={`weft-toast weft-toast-${toast.kind}`}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
    >
      <Icon aria-hidden />
      <div>{typeof toast.content === 'string' ? <WithSupport sentence={toast.content} /> : toast.content}</div>
    </div>
  )
}
