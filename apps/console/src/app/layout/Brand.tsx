import { useText } from '@weft/ui'
import { Link } from 'react-router'
import { useSite } from '../../shared/site/use-site.ts'
import * as text from './layout.text.ts'

/** The product's logo and name, leading home. */
export function Brand() {
  const t = useText(text)
  const { product, logo_url } = useSite()
  return (
    <Link to="/" className="console-brand" aria-label={t.home(product)}>
      {logo_url ? <img src={logo_url} alt="" height={28} /> : <Mark />}
      <span className="console-product">{product}</span>
    </Link>
  )
}

/** Threads over threads, where no logo is set. */
function Mark() {
  return (
    <svg viewBox="0 0 28 28" width="28" height="28" aria-hidden="true">
      <rect className="console-mark-ground" width="28" height="28" rx="7" />
      <path className="console-mark-thread" d="M9 6v16M19 6v5M19 17v5M6 10h10M6 18h4M14 18h8M22 10h0" />
    </svg>
  )
}
