import { emailKind } from '../contact/email-kind.tsx'
import { BindContactDialog, type BindProps } from './BindContactDialog.tsx'

export default function BindEmailDialog(props: BindProps) {
  return <BindContactDialog kind={emailKind} {...props} />
}
