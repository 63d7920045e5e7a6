import { Link } from 'react-router'
import { useText } from '../i18n/use-text.ts'
import * as text from './frame.text.ts'

/** Shows the product's logo and name, linked to the start page. */
export function Brand({ product, logo_url = '' }: { product: string; logo_url?: string }) {
  const t = useText(text)
  return (
    <Link to="/" className="frame-brand" aria-label={t.home(product)}>
      {logo_url ? <img src={logo_url} alt="" height={28} /> : <Mark />}
      <span className="frame-product">{product}</span>
    </Link>
  )
}

/** Draws threads over threads, if no logo is set. */
function Mark() {
  return (
    <svg viewBox="0 0 28 28" width="28" height="28" aria-hidden="true">
      <rect className="frame-mark-ground" width="28" height="28" rx="7" />
      <path className="frame-mark-thread" d="M9 6v16M19 6v5M19 17v5M6 10h10M6 18h4M14 18h8M22 10h0" />
    </svg>
  )
}
