import { contract, doorBase } from '@weft/contract'
import { useText } from '@weft/ui'
import { ShownOnceDialog } from '../once/ShownOnceDialog.tsx'
import * as text from './access-key.text.ts'

/** Shows a new key, once, with an example of its use. */
export function NewAccessKeyDialog({ access_key, onClose }: { access_key: string; onClose: () => void }) {
  const t = useText(text)
  const example = `curl -H "Authorization: Bearer ${access_key}" ${location.origin}${doorBase.console}/${contract.network.list.path}`
  return (
    <ShownOnceDialog
      title={t.createdTitle}
      warning={[t.onceTitle, t.onceText]}
      values={[[t.key, access_key]]}
      copied={access_key}
      words={{ copy: t.copy, done: t.done, uncopied: t.uncopied }}
      onClose={onClose}
    >
      <p className="access-example-title">{t.example}</p>
      <pre className="access-example">{example}</pre>
    </ShownOnceDialog>
  )
}
