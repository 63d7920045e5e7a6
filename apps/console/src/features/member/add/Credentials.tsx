import { CheckCircleFilled, CopyOutlined } from '@ant-design/icons'
import { CopyText, copyText, useText } from '@weft/ui'
import { Button } from 'antd'
import * as text from './add-member.text.ts'
import './add-member.css'

export interface Added {
  router_name: string
  password: string
}

/** Shows the credentials of a new member, to be handed on. They are not stored, and are gone when the drawer closes. */
export function Credentials({ added: { router_name, password } }: { added: Added }) {
  const t = useText(text)
  return (
    <section className="add-member-card" aria-label={t.credentials}>
      <h2>
        <CheckCircleFilled aria-hidden /> {t.credentials}
      </h2>
      <dl>
        <dt>{t.account}</dt>
        <dd>
          <CopyText value={router_name} />
        </dd>
        <dt>{t.password}</dt>
        <dd>
          <CopyText value={password} />
        </dd>
      </dl>
      <div className="add-member-card-foot">
        <Button icon={<CopyOutlined aria-hidden />} onClick={() => void copyText(t.copied(router_name, password))}>
          {t.copyBoth}
        </Button>
        <span>{t.credentialsNote}</span>
      </div>
    </section>
  )
}
