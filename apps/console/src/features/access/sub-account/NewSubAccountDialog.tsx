import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking, defined, language, useText } from '@weft/ui'
import { ShownOnceDialog } from '../once/ShownOnceDialog.tsx'
import { roleSummary } from '../role/role-summary.ts'
import { signInLink } from './sign-in-link.ts'
import * as text from './sub-account.text.ts'

/** The name, role, login name and first password of a new sub-account. */
export interface NewSubAccount {
  nickname: string
  role_id: string
  username: string
  password: string
}

interface Props {
  created: NewSubAccount
  domain: string
  onClose: () => void
  onAgain: () => void
}

/** Shows how a new sub-account signs in, with its first password, once. */
export function NewSubAccountDialog({ created, domain, onClose, onAgain }: Props) {
  const t = useText(text)
  const spoken = language.use()
  const role = useQuery(asking(contract.roles.info, { id: created.role_id }, { quiet: true })).data
  const lines = [
    [t.signInLink, signInLink(domain)],
    [t.loginName, `${created.username}@${domain}`],
    [t.firstPassword, created.password],
  ] as const
  return (
    <ShownOnceDialog
      title={t.createdTitle(created.nickname)}
      warning={[t.onceTitle, t.onceText]}
      values={lines}
      copied={lines.map(([name, value]) => t.line(name, value)).join('\n')}
      words={{ copy: t.copyAll, done: t.done, uncopied: t.uncopied, again: t.again }}
      onClose={onClose}
      onAgain={onAgain}
    >
      {role && <p>{defined(`${t.role} ${role.name}`, roleSummary(role.auth, spoken))}</p>}
    </ShownOnceDialog>
  )
}
