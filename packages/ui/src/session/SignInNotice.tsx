import { Alert } from 'antd'
import { WithSupport } from '../site/WithSupport.tsx'
import { leaveReason } from './leave.ts'

/** Shows why a sign-in failed, or else why the sign-in page is open. Both stay until the next try. */
export function SignInNotice({ failure, className }: { failure: string | undefined; className?: string }) {
  const { kind, msg } = failure === undefined ? (leaveReason() ?? {}) : ({ kind: 'error', msg: failure } as const)
  if (!msg) return null
  const own =
    kind === 'success' ? { type: kind, role: 'status' } : ({ type: failure === undefined ? 'warning' : 'error', role: 'alert' } as const)
  return <Alert showIcon title={<WithSupport sentence={msg} />} {...own} {...(className !== undefined && { className })} />
}
