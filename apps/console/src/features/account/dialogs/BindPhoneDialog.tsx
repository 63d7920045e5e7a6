import { phoneKind } from '../contact/phone-kind.tsx'
import { BindContactDialog, type BindProps } from './BindContactDialog.tsx'

export default function BindPhoneDialog(props: BindProps) {
  return <BindContactDialog kind={phoneKind} {...props} />
}
