import { sessionRefusals } from '@weft/contract'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { language, useText } from '../i18n/use-text.ts'
import { WithSupport } from '../site/WithSupport.tsx'
import { type LeaveReason, leaveReason, type Refused } from './leave.ts'
import * as text from './leave.text.ts'
import './sign-in-notice.css'

/** Ends that somebody else may have wanted. */
const suspect: ReadonlySet<LeaveReason> = new Set(['sessionRevoked', 'sessionReplaced'])
const NOTHING: readonly ReactNode[] = []

interface Props {
  failure: string | undefined
  /** The page where a lost password is replaced; left out where there is none. */
  reset?: string
}

/** Shows why a sign-in failed, or else why the sign-in page is open. Both stay until the next try. */
export function SignInNotice({ failure, reset }: Props) {
  const t = useText(text)
  const spoken = language.use()
  if (failure !== undefined) return <Notice type="error" role="alert" title={failure} />
  const { reason, page } = leaveReason() ?? {}
  if (!reason) return null
  if (reason === 'signedOut' || reason === 'passwordChanged') return <Notice type="info" role="status" title={t[reason]} />
  const beside = [
    page && t.backTo(page),
    reset !== undefined && suspect.has(reason) && (
      <>
        {t.notYou}
        <Link to={reset}>{t.reset}</Link>
      </>
    ),
  ].filter(Boolean)
  return <Notice type="warning" role="alert" title={sessionRefusals[reason satisfies Refused][spoken]} beside={beside} />
}

interface NoticeProps {
  type: 'error' | 'info' | 'warning'
  role: 'alert' | 'status'
  title: string
  /** The lines below the title. */
  beside?: readonly ReactNode[]
}

function Notice({ type, role, title, beside = NOTHING }: NoticeProps) {
  return (
    <Alert
      className="sign-in-notice"
      showIcon
      type={type}
      role={role}
      title={
        <>
          <WithSupport sentence={title} />
          {beside.map((line, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the lines of one reason never change places
            <small key={at}>{line}</small>
          ))}
        </>
      }
    />
  )
}
