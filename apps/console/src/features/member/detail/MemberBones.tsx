import { hopKinds } from '@weft/contract'
import { useText } from '@weft/ui'
import './member-bones.css'
import * as text from './member-detail.text.ts'

/** Shows the shape of the path of a member while it is loaded. */
export function MemberBones() {
  const t = useText(text)
  return (
    <div className="member-bones" role="status" aria-label={t.loading}>
      {hopKinds.map((kind) => (
        <div key={kind}>
          <i />
          <i />
          <i />
        </div>
      ))}
    </div>
  )
}
