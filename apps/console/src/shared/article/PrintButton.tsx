import { PrinterOutlined } from '@ant-design/icons'
import { absoluteTime, useText } from '@weft/ui'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { session } from '../session/session.ts'
import * as text from './article.text.ts'
import './article.css'

const SECOND = 1000

export function PrintButton() {
  const t = useText(text)
  return (
    <Button icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
      {t.print}
    </Button>
  )
}

/** Returns the word and the act of printing, for the menu of a page whose main action is another. */
export function usePrint() {
  const t = useText(text)
  return { label: t.print, print: () => window.print() }
}

/** Shows when and by whom the page was printed; visible on paper only. */
export function PrintLine() {
  const t = useText(text)
  const [time, setTime] = useState(() => Date.now())
  useEffect(() => {
    // The browser prints the page as it is when this handler returns.
    const printing = () => flushSync(() => setTime(Date.now()))
    window.addEventListener('beforeprint', printing)
    return () => window.removeEventListener('beforeprint', printing)
  }, [])
  return <p className="article-printed">{t.printedAt(absoluteTime(Math.floor(time / SECOND)), session.get()?.user?.username ?? '')}</p>
}
