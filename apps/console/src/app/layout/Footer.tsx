import { useText } from '@weft/ui'
import { ZoneNote } from '@weft/ui/frame/ZoneNote.tsx'
import { Link } from 'react-router'
import { useSite } from '@weft/ui/site/use-site.ts'
import { exists } from '../pages.ts'
import * as text from './layout.text.ts'

const MIIT = 'https://beian.miit.gov.cn/'
const YEAR = new Date().getFullYear()
const MPS = 'https://beian.mps.gov.cn/'

/** Shows which company runs the service, and the registration numbers that the law requires. */
export function Footer() {
  const t = useText(text)
  const { company, icp, police } = useSite()
  return (
    <footer className="frame-footer">
      <ZoneNote />
      {company && <span>{t.rights(YEAR, company)}</span>}
      {icp && <NewWindow to={MIIT} label={icp} note={t.newWindow} />}
      {police && <NewWindow to={MPS} label={police} note={t.newWindow} />}
      {exists('/clause') && <Link to="/clause">{t.clause}</Link>}
      {exists('/privacy') && <Link to="/privacy">{t.privacy}</Link>}
    </footer>
  )
}

function NewWindow({ to, label, note }: { to: string; label: string; note: string }) {
  return (
    <a href={to} target="_blank" rel="noreferrer">
      {label}
      <span className="weft-hidden">{note}</span>
    </a>
  )
}
