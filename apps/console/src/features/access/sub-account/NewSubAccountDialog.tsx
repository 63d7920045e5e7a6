import { useText } from '@weft/ui'
import { ShownOnceDialog } from '../once/ShownOnceDialog.tsx'
import { signInLink } from './sign-in-link.ts'
import * as text from './sub-account.text.ts'

/** The address, login name and first password that a new sub-account signs in with. */
export interface NewSubAccount {
  username: string
  password: string
}

/** Shows how a new sub-account signs in, with its first password, once. */
export function NewSubAccountDialog({ created, domain, onClose }: { created: NewSubAccount; domain: string; onClose: () => void }) {
  const t = useText(text)
  const lines = [
    [t.signInLink, signInLink(domain)],
    [t.loginName, `${created.username}@${domain}`],
    [t.firstPassword, created.password],
  ] as const
  return (
    <ShownOnceDialog
      title={t.createdTitle(created.username)}
      warning={[t.onceTitle, t.onceText]}
      values={lines}
      copied={lines.map(([name, value]) => t.line(name, value)).join('\n')}
      words={{ copy: t.copyAll, done: t.done }}
      onClose={onClose}
    />
  )
}
