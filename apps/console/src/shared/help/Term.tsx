import { QuestionCircleOutlined } from '@ant-design/icons'
import { language, useText } from '@weft/ui'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import { Button, Popover } from 'antd'
import { useState } from 'react'
import { inHandbook, openHelp } from './help.ts'
import { type TermName, terms } from './terms.ts'
import * as text from './help.text.ts'
import './help.css'

/** Shows a `?` that says what a term of the product means, and opens the help at it. */
export function Term({ of: name }: { of: TermName }) {
  const t = useText(text)
  const spoken = language.use()
  const { word, meaning, article } = terms[name]
  const [open, setOpen] = useState(false)
  const readMore = () => {
    setOpen(false)
    openHelp(inHandbook(article))
  }
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      getPopupContainer={popupContainer}
      title={word[spoken]}
      content={
        <div className="term">
          <p>{meaning[spoken]}</p>
          <Button type="link" size="small" className="term-more" onClick={readMore}>
            {t.more}
          </Button>
        </div>
      }
    >
      <button type="button" className="term-mark" aria-label={t.what(word[spoken])}>
        <QuestionCircleOutlined aria-hidden />
      </button>
    </Popover>
  )
}
