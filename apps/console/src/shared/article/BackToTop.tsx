import { VerticalAlignTopOutlined } from '@ant-design/icons'
import { useText } from '@weft/ui'
import { useEffect, useState } from 'react'
import * as text from './article.text.ts'
import './article.css'

/** Pixels of scrolling after which the button is shown. */
const FAR = 800

/** A button that leads back to the heading of a long page. */
export function BackToTop() {
  const t = useText(text)
  const [far, setFar] = useState(false)
  useEffect(() => {
    const look = () => setFar(window.scrollY > FAR)
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  if (!far) return null
  const go = () => {
    window.scrollTo({ top: 0, behavior: 'smooth' })
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }
  return (
    <button type="button" className="article-top" onClick={go} aria-label={t.toTop} title={t.toTop}>
      <VerticalAlignTopOutlined aria-hidden />
    </button>
  )
}
