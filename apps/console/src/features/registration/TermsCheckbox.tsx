import { useText } from '@weft/ui'
import { Checkbox, Form } from 'antd'
import { usePageOpen } from '../../shared/page/open-pages.ts'
import * as text from './registration.text.ts'

/** Shows the consent that registration needs; it is never ticked in advance (PIPL). */
export function TermsCheckbox() {
  const t = useText(text)
  return (
    <Form.Item name="terms" valuePropName="checked" className="registration-terms entrance-prose">
      <Checkbox>
        {t.agree}
        <Document path="/clause" name={t.terms} />
        {t.and}
        <Document path="/privacy" name={t.privacy} />
      </Checkbox>
    </Form.Item>
  )
}

/** Links to a document in a new tab, so that nothing typed is lost. */
function Document({ path, name }: { path: string; name: string }) {
  const t = useText(text)
  const isOpen = usePageOpen()
  if (!isOpen(path)) return name
  return (
    <a href={path} target="_blank" rel="noreferrer">
      {name}
      <span className="weft-hidden">{t.newWindow}</span>
    </a>
  )
}
